// Thorough: src/adapters/registers/own-file reads and refuses such tables.
/** A table of the operator, from the command line to the search. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { inlineRows, workbookOf } from '../fixtures/workbook.ts'
import { makeKey, ONE_THREAD, run, search, startServer, temporaryFolder } from './program.ts'

const MAPPING = `
source: partners
title: Business partners
columns:
  id: Kundennummer
  name: Firma
  number: Registernummer
  court: Amtsgericht
  seat: Ort
country: {column: Land}
`
const TABLE = `Kundennummer;Firma;Registernummer;Amtsgericht;Ort;Land
1;Blaubär Spedition GmbH;HRB 4711;München;Garching;DE
2;Käpt'n Logistics Ltd;SC123456;;Aberdeen;GB
3;Möwennest Reederei;;;Kiel;DE
4;Ohne Gericht GmbH;HRB 12;;Ulm;DE
`

function tableIn(test: TestContext): { file: string; mapping: string; dataDir: string } {
  const folder = temporaryFolder(test)
  const [file, mapping] = [join(folder, 'partners.csv'), join(folder, 'partners.yaml')]
  writeFileSync(file, Buffer.from(TABLE, 'latin1'))
  writeFileSync(mapping, MAPPING)
  return { file, mapping, dataDir: join(folder, 'var') }
}

describe('a table of the operator', () => {
  it('is imported with its mapping, and its companies are found by name and country', async (test) => {
    const { file, mapping, dataDir } = tableIn(test)
    const done = await run(['import', file, '--mapping', mapping, '--data-dir', dataDir])
    assert.equal(done.code, 0, done.err)
    assert.match(done.out, /^4 rows read: 3 companies new/m)
    assert.match(done.out, /^1 row was rejected \(number_unreadable 1\)/m)
    const server = await startServer(test, dataDir, ONE_THREAD)
    const { key } = await makeKey(dataDir)
    const found = async (body: object) =>
      ((await (await search(server.url, key, body)).json()) as { name: string }[]).map(({ name }) => name)
    assert.deepEqual(await found({ name: 'blaubaer spedition' }), ['Blaubär Spedition GmbH'])
    assert.deepEqual(await found({ name: 'moewennest' }), ['Möwennest Reederei'])
    assert.deepEqual(await found({ name: 'logistics', country: ['GB'] }), ["Käpt'n Logistics Ltd"])
    assert.deepEqual(await found({ name: 'logistics', country: ['DE'] }), [])
    const again = await run(['import', file, '--mapping', mapping, '--data-dir', dataDir])
    assert.match(again.out, /0 companies new, 0 changed, 3 unchanged/)
    const status = await run(['status', '--data-dir', dataDir])
    assert.match(status.out, /^source .*: 3 rows, the oldest from \d{4}-\d\d-\d\d$/m)
  })

  it('is refused with a sentence if the mapping has mistakes or names other columns', async (test) => {
    const { file, mapping, dataDir } = tableIn(test)
    writeFileSync(mapping, MAPPING.replace('Firma', 'Name').replace('Ort', 'Stadt'))
    const other = await run(['import', file, '--mapping', mapping, '--data-dir', dataDir])
    assert.equal(other.code, 4)
    assert.match(other.err, /the table does not have: Name, Stadt\. Its columns are: Kundennummer, Firma,/)
    writeFileSync(mapping, MAPPING.replace('name: Firma', 'nmae: Firma'))
    const wrong = await run(['import', file, '--mapping', mapping, '--data-dir', dataDir])
    assert.equal(wrong.code, 4)
    assert.match(wrong.err, /the mapping has 2 mistakes: columns\.name: .*"nmae"/)
  })

  it('is imported as a workbook from a watched folder and from an address', async (test) => {
    const { mapping, dataDir } = tableIn(test)
    const rows = TABLE.trim()
      .split('\n')
      .map((line) => line.split(';'))
    const bytes = workbookOf([{ name: 'Partner', rows: inlineRows(rows) }])
    const site = createServer((_, response) => response.end(bytes))
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    test.after(() => site.close())
    const { port } = site.address() as AddressInfo
    const at = ['--json', '--data-dir', dataDir]
    const env = { OUTBOUND_ALLOW: `127.0.0.1:${port}` }
    const inbox = await run(['sources', 'add', 'inbox', '--inbox', '--mapping', mapping, ...at])
    writeFileSync(join((JSON.parse(inbox.out) as { folder: string }).folder, 'partners.xlsx'), bytes)
    const address = `http://127.0.0.1:${port}/download?id=7`
    await run(['sources', 'add', 'site', '--url', address, '--mapping', mapping, ...at], env)
    for (const [source, created] of [
      ['inbox', 3],
      ['site', 0],
    ] as const) {
      const done = await run(['sources', 'run', source, ...at], env)
      assert.equal(done.code, 0, done.err + done.out)
      const result = done.out.split('\n').find((line) => line.includes('"step":"done"')) ?? '{}'
      const { good, created: found, formats } = JSON.parse(result)
      assert.deepEqual([good, found, formats[0].sheet], [3, created, 'Partner'], source)
    }
  })
})
