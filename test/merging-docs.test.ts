/** The table of precedence in docs/merging.md is that of the code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { type CompanySource, FACTS, type SourceId } from '../src/core/company/company.ts'
import { determines } from '../src/core/company/precedence.ts'

const TEXT = readFileSync(resolve(import.meta.dirname, '../docs/merging.md'), 'utf8')
const SOURCE_OF_KIND = {
  register: 'offeneregister',
  notices: 'offeneregister-2022',
  reference: 'gleif',
  own: 'customers',
} as const
const KINDS = ['register', 'notices', 'reference', 'own'] as const

const seen = (kind: (typeof KINDS)[number], asOf: string): CompanySource => ({
  ...{ source: SOURCE_OF_KIND[kind] as SourceId, sourceKey: '1', asOf },
})

test('docs/merging.md names for each fact the kinds of sources in the order in which they count', () => {
  for (const fact of FACTS) {
    const row = TEXT.split('\n').find((line) => line.startsWith(`| \`${fact}\` |`))
    assert.ok(row !== undefined, `${fact} has a row`)
    const ranks = row.split('|').slice(2, 6)
    const rankOf = (kind: string) => ranks.findIndex((cell) => cell.split(/[ ,]+/).includes(kind))
    for (const a of KINDS) {
      for (const b of KINDS) {
        const [older, newer] = [seen(a, '2019-01-01'), seen(b, '2020-01-01')]
        assert.equal(determines(fact, older, newer), rankOf(a) < rankOf(b), `${fact}: ${a} before ${b}`)
      }
    }
  }
})
