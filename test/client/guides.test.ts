// Thorough: it compiles the client; test/api/examples.test.ts runs the programs of other guides.
/** The guide that keeps a copy, run as a reader runs it while the register changes. The other guides: test/api/examples.test.ts. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ENTRIES, importedFolder, makeKey, run, startServer, temporaryFolder } from '../journeys/program.ts'
import { installClient, openGuide } from './built.ts'

const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))

before(() => installClient(folder))
after(() => rmSync(folder, { recursive: true }))

test('the copy of the guide follows changes and suppressions, each once', async (t) => {
  const dataDir = await importedFolder(t)
  const { url } = await startServer(t, dataDir)
  const { key } = await makeKey(dataDir, ['--limit', '100000/60s'])
  const { runProgram } = await openGuide(folder, 'keep-a-copy', { url, key })
  const readCopy = () =>
    JSON.parse(readFileSync(join(folder, 'copy.json'), 'utf8')).companies as Record<string, { name: string }>
  const ask = async (path: string) =>
    (await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).json() as Promise<{
      readonly name: string
      readonly sources: readonly { readonly source_id: string }[]
    }>

  assert.match(await runProgram(0), /^0 changed\n498 companies\n$/)
  const [gone, changed] = Object.keys(readCopy())
  const suppressed = await run(['suppress', gone!, '--reason', 'a court said so', '--data-dir', dataDir])
  assert.equal(suppressed.code, 0, suppressed.err)
  const { sources, name } = await ask(`/companies/${changed}`)
  const entries = readFileSync(ENTRIES, 'utf8').split('\n')
  const entry = JSON.parse(entries.find((line) => line.includes(sources[0]!.source_id)) ?? assert.fail())
  const file = join(temporaryFolder(t), 'changed.jsonl')
  writeFileSync(
    file,
    JSON.stringify({ ...entry, name: `Neue ${name}`, retrieved_at: '2020-01-01T00:00:00Z' }),
  )
  const imported = await run(['import', file, '--data-dir', dataDir])
  assert.equal(imported.code, 0, imported.err)

  assert.match(await runProgram(0), /^2 changed\n497 companies\n$/)
  assert.ok(!(gone! in readCopy()))
  assert.equal(readCopy()[changed!]?.name, `Neue ${name}`)
  // The copy is the register, company by company.
  for (const [uuid, kept] of Object.entries(readCopy()).slice(0, 50)) {
    assert.equal((await ask(`/companies/${uuid}`)).name, kept.name)
  }
  assert.match(await runProgram(0), /^0 changed\n497 companies\n$/)

  // Much has changed, or it is another register: read anew, and nothing of the other one is left.
  const copy = JSON.parse(readFileSync(join(folder, 'copy.json'), 'utf8'))
  const strayed = { seen: '', companies: { stray: { name: 'Sandbox Aktiv GmbH' } } }
  writeFileSync(join(folder, 'copy.json'), JSON.stringify({ ...strayed, seen: 'MQ' }))
  assert.match(await runProgram(0), /^49\d changed\n497 companies\n$/)
  assert.deepEqual(readCopy(), copy.companies)
})
