import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndexImage } from '../../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import type { Company } from '../../src/core/company/company.ts'
import type { NameIndex } from '../../src/core/search/name-index.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { IS_THOROUGH } from '../thorough.ts'
import { companiesFrom, nameIndexContract } from './name-index.ts'

function imageOf(companies: readonly Company[], snapshotNumber = 1) {
  return buildIndexImage([companies], { snapshotNumber, sequence: 7, nowMs: 5 })
}

function indexOf(companies: readonly Company[]): NameIndex {
  const index = new EmbeddedNameIndex()
  index.publish(imageOf(companies))
  return index
}

nameIndexContract('the embedded index', indexOf)
if (IS_THOROUGH)
  nameIndexContract('the embedded index that answers later', (companies) => deferred(indexOf(companies)))

test('finds nothing before an image is published and has no state then', () => {
  const index = new EmbeddedNameIndex()
  assert.equal(index.state(), undefined)
  assert.deepEqual(index.search({ name: 'a', deep: true, limit: 1 }).hits, [])
})

test('searches the image that was published last, and ignores an older snapshot', () => {
  const index = new EmbeddedNameIndex()
  const [first, second] = companiesFrom([{ name: 'Eins' }, { name: 'Zwei' }]) as [Company, Company]
  const names = () =>
    [
      ...index.search({ name: 'e', deep: false, limit: 9 }).hits,
      ...index.search({ name: 'z', deep: false, limit: 9 }).hits,
    ].map((hit) => hit.record.name)
  index.publish(imageOf([first], 3))
  index.publish(imageOf([second], 4))
  assert.deepEqual(names(), ['Zwei'])
  index.publish(imageOf([first], 3))
  assert.deepEqual(names(), ['Zwei'])
  const state = index.state()
  assert.deepEqual([state?.snapshot, state?.sequence, state?.companies, state?.builtAtMs], [4, 7, 1, 5])
})

test('returns every field of a company without a database', () => {
  const [company] = companiesFrom([
    {
      name: 'Öl "Müller" & Söhne  株式会社 GmbH',
      seat: 'Bad Köstritz',
      number: ['HRB', 12, 'FL'],
      court: 'X1112R',
      status: 'liquidation',
    },
  ]) as [Company]
  const index = new EmbeddedNameIndex()
  index.publish(imageOf([company]))
  assert.deepEqual(index.search({ name: 'müller söhne', deep: false, limit: 1 }).hits[0]?.record, {
    uuid: company.uuid,
    name: company.name,
    registrationNumber: 'HRB 12 FL',
    status: 'liquidation',
    legalForm: 'GmbH',
    registerCourt: 'Flensburg',
    seat: 'Bad Köstritz',
    country: 'DE',
    asOf: company.sources.map(({ asOf }) => asOf).toSorted()[0] ?? '',
  })
})
