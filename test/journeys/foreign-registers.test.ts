// Thorough: src/adapters/registers/own-file reads these mappings.
/** The registers of Great Britain, Norway and France, from their files to the search. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { FOREIGN_REGISTERS, FRENCH_PERSON } from '../fixtures/foreign-registers.ts'
import { makeKey, ONE_THREAD, run, search, startServer, temporaryFolder } from './program.ts'

const COMPANIES = 300
const MAPPINGS = join(import.meta.dirname, '../../data/mappings')

type Record = { name: string; registration_number: string; country: string; legal_form: string; uuid: string }

it('files of foreign registers are imported with the shipped mappings, and found by name, number and country', async (test) => {
  const folder = temporaryFolder(test)
  const dataDir = join(folder, 'var')
  for (const { mapping, header, lineOf } of FOREIGN_REGISTERS) {
    const file = join(folder, `${mapping}.csv`)
    const lines = Array.from({ length: COMPANIES }, (_, i) => lineOf(i))
    const persons = mapping === 'sirene' ? [FRENCH_PERSON] : []
    writeFileSync(file, `${[header, ...lines, ...persons].join('\n')}\n`)
    const done = await run([
      ...['import', file, '--mapping', join(MAPPINGS, `${mapping}.yaml`)],
      ...['--data-dir', dataDir],
    ])
    assert.equal(done.code, 0, done.err)
    assert.match(done.out, new RegExp(`^${COMPANIES} rows read: ${COMPANIES} companies new`, 'm'))
  }
  const server = await startServer(test, dataDir, ONE_THREAD)
  const { key } = await makeKey(dataDir)
  const found = async (body: object) => (await (await search(server.url, key, body)).json()) as Record[]
  for (const { country, numberOf, nameOf, formOf } of FOREIGN_REGISTERS) {
    for (const i of [0, COMPANIES - 1]) {
      const expected = [nameOf(i), numberOf(i), country, formOf(i)]
      const fieldsOf = (record: Record | undefined) =>
        record && [record.name, record.registration_number, record.country, record.legal_form]
      const [byNumber, ...others] = await found({ name: `${country} ${numberOf(i)}` })
      assert.deepEqual([fieldsOf(byNumber), others], [expected, []])
      const byName = await found({ name: nameOf(i), country: [country] })
      assert.deepEqual(fieldsOf(byName[0]), expected)
    }
    const bare = await found({ name: numberOf(1).replace(/^0+/, '') })
    assert.deepEqual(
      bare.map(({ name }) => name),
      [nameOf(1)],
    )
  }
  assert.deepEqual(await found({ name: 'Dupont', deep: true }), [])
  const scottish = await found({ name: 'SC100001' })
  assert.deepEqual(
    scottish.map(({ registration_number, country }) => [registration_number, country]),
    [['SC100001', 'GB']],
  )
})
