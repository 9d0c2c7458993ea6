import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexedCompany } from '../../../test/fixtures/indexed-companies.ts'
import { headerOf, sectionsOf } from '../format/image.ts'
import { numberOf, openIndex } from '../format/index-reader.ts'
import { buildIndexImage } from './index-builder.ts'

const FACTS = { snapshotNumber: 1, sequence: 1, nowMs: 1 }

test('an index of German companies has no bytes for foreign numbers', () => {
  const image = buildIndexImage([[indexedCompany(1, 'Adler'), indexedCompany(2, 'Falke')]], FACTS)
  const { foreignNumberBytes, foreignNumberStarts } = sectionsOf(image, headerOf(image))
  assert.deepEqual([foreignNumberBytes.length, foreignNumberStarts.length], [0, 1])
})

test('each company has its own foreign number, in the order of the rows', () => {
  const foreign = (digits: number, name: string, number: string) =>
    indexedCompany(digits, name, { register: { country: 'GB', type: 'foreign', number }, court: '' })
  const listed = { country: 'GB', type: 'list', source: 'customers', id: '1' } as const
  const companies = [
    foreign(1, 'Zebra Adler Falke', '00000001'),
    indexedCompany(4711, 'Zebra'),
    indexedCompany(3, 'Adler Zebra', { register: listed, court: '' }),
    foreign(4, 'Zebra Moewe', 'SC000002'),
  ]
  const reader = openIndex(buildIndexImage([companies], FACTS))
  const numbers = [0, 1, 2, 3].map((company) => numberOf(reader, company))
  assert.deepEqual(numbers, ['HRB 4711', '', 'SC000002', '00000001'])
})
