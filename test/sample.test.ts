// Thorough: it reads the whole sample, as the first start in readme.test.ts does.
/** The sample in data/ agrees with data/README.md. */
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { registerFiles } from '../src/adapters/registers/entry-source.ts'
import type { IncomingCompany } from '../src/core/company/company-writer.ts'
import { readEntry } from '../src/core/ingest/read-entry.ts'
import { germanKey } from '../src/names/reading/register-number.ts'

const SAMPLE = fileURLToPath(new URL('../data/sample/offeneregister-sample-100k.jsonl.br', import.meta.url))
const BYTES_MAX = 5 * 1024 * 1024
const ENTRIES = 100_000
/** Entries whose seat is a sentence of its move. */
const MOVED_SEATS = 23
const REGISTERED_MIN = 60_000

/** All that a line may hold; no officers, above all. */
const FIELDS = [
  'all_attributes',
  'company_number',
  'current_status',
  'name',
  'previous_names',
  'registered_address',
  'retrieved_at',
  'subsequent_registrations',
]

describe('the sample', () => {
  const companies: IncomingCompany[] = []
  const texts: string[] = []

  before(async () => {
    for await (const { rows } of registerFiles().read(SAMPLE)) {
      for (const row of rows) {
        assert.ok('entry' in row, `line ${row.line}`)
        const company = readEntry(row.entry)
        assert.ok(typeof company !== 'string', `line ${row.line}: ${company}`)
        companies.push(company)
        texts.push(row.text)
      }
    }
  })

  const count = (isCounted: (company: IncomingCompany) => boolean): number =>
    companies.filter(isCounted).length

  it('has 100,000 readable entries in at most 5 MiB', () => {
    assert.equal(companies.length, ENTRIES)
    assert.ok(statSync(SAMPLE).size <= BYTES_MAX)
  })

  it('is sorted by the unique ids of its entries', () => {
    for (let i = 1; i < companies.length; i++) {
      assert.ok(companies[i - 1]!.source.sourceKey < companies[i]!.source.sourceKey, `line ${i + 1}`)
    }
  })

  it('contains mostly registered entries, and all register types', () => {
    assert.ok(count(({ statusWord }) => statusWord === 'currently registered') >= REGISTERED_MIN)
    for (const type of ['HRA', 'HRB', 'GnR', 'PR', 'VR']) {
      assert.ok(count(({ register }) => register.type === type) >= 1000, type)
    }
  })

  it('contains former names, addresses, numbers of former courts and moved companies', () => {
    assert.ok(count(({ formerNames }) => formerNames.length > 0) >= 10_000)
    assert.ok(count(({ address }) => address !== null) >= 10_000)
    assert.ok(count(({ register, court }) => germanKey(register).court !== court) >= 1000)
    assert.ok(count(({ formerNumbers }) => formerNumbers.length > 0) >= 100)
  })

  it('has no seat that is a sentence about a move', () => {
    assert.deepEqual(
      companies.filter(({ seat }) => /verleg/i.test(seat)).map(({ seat }) => seat),
      [],
    )
    assert.equal(texts.filter((text) => /"registered_office":"[^"]*verleg/i.test(text)).length, MOVED_SEATS)
  })

  it('contains only the fields that the product reads', () => {
    for (const text of texts) {
      for (const field of Object.keys(JSON.parse(text))) assert.ok(FIELDS.includes(field), field)
    }
  })
})
