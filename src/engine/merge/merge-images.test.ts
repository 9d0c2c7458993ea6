import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { companyOf, corpusOf, namesOf, WORDS } from '../../../test/fixtures/random-companies.ts'
import { often } from '../../../test/thorough.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { writeSeatWords } from '../build/write-seat-words.ts'
import { courtIn, ROW_WORDS } from '../format/company-rows.ts'
import { deletionsOf } from '../format/deletions.ts'
import type { IndexImage } from '../format/image.ts'
import { headerOf, readImage, sectionsOf } from '../format/image.ts'
import { openIndex, recordOf, seatOf } from '../format/index-reader.ts'
import type { SectionName } from '../format/layout.ts'
import { mergeImages } from './merge-images.ts'

const SEAT_WORD_SECTIONS = [
  ...(['seatWordBytes', 'seatWordStarts', 'seatWordBucketStarts', 'seatWordBuckets'] as const),
  ...(['seatWordPostingStarts', 'seatWordPostings', 'seatBucketStarts', 'seatBuckets'] as const),
]

/** Sections that hold codes, which a merge may number differently, and one with a bound that may be lower. */
const CODE_SECTIONS: readonly SectionName[] = [
  ...(['companyRows', 'seatBytes', 'seatStarts', 'joinFirstLetters'] as const),
  ...(['documentForms', 'numberCourts', 'numberSuffixes'] as const),
  ...SEAT_WORD_SECTIONS,
]

function imageOf(companies: Iterable<IndexedCompany>, snapshotNumber: number): IndexImage {
  return buildIndexImage([[...companies]], {
    snapshotNumber,
    sequence: snapshotNumber,
    changeId: 'here',
    nowMs: 1,
  })
}

/** Returns the content of an image with codes replaced by their texts. */
function contentOf(image: IndexImage) {
  const reader = openIndex(image)
  const { header, sections } = reader
  const named = (numbers: Iterable<number>, table: readonly string[]) =>
    Array.from(numbers, (code) => table[code])
  const plain = Object.entries(sections).filter(([name]) => !CODE_SECTIONS.includes(name as SectionName))
  const { companies, documents, snapshotNumber, sequence, changeId, builtAtMs, wordsMax } = header
  return {
    ...Object.fromEntries(plain.map(([name, section]) => [name, [...section]])),
    facts: { companies, documents, snapshotNumber, sequence, changeId, builtAtMs, wordsMax },
    records: Array.from({ length: companies }, (_, company) => ({
      ...recordOf(reader, company),
      court: header.courts[courtIn(sections.companyRows, company)],
    })),
    documentForms: Array.from(sections.documentForms, (form) => [header.forms[form >>> 1], form & 1]),
    numberCourts: named(sections.numberCourts, header.courts),
    numberSuffixes: named(sections.numberSuffixes, header.suffixes),
  }
}

const corpusAndSteps = fc
  .shuffledSubarray(WORDS, { minLength: 4, maxLength: 9 })
  .map(namesOf)
  .chain((names) => {
    const place = fc.integer({ min: 0, max: 70 })
    const changed = fc.array(fc.tuple(place, companyOf(names)), { maxLength: 12 })
    const gone = fc.array(place, { maxLength: 4 })
    return fc.tuple(corpusOf(names), fc.array(fc.tuple(changed, gone), { minLength: 1, maxLength: 3 }))
  })

test('merging a base with its delta, repeatedly, gives the same image as a build of the remaining companies', () => {
  fc.assert(
    fc.property(corpusAndSteps, ([corpus, steps]) => {
      const companies = new Map(corpus.map((company) => [company.uuid, company]))
      let base = imageOf(companies.values(), 1)
      steps.forEach(([changed, gone], i) => {
        const uuids = [...companies.keys()]
        const touched = new Set(gone.map((place) => uuids[place] ?? ''))
        for (const uuid of touched) companies.delete(uuid)
        for (const [place, company] of changed) {
          const uuid = uuids[place] ?? company.uuid
          companies.set(uuid, { ...company, uuid })
          touched.add(uuid)
        }
        touched.delete('')
        const image = imageOf(
          [...companies.values()].filter(({ uuid }) => touched.has(uuid)),
          0,
        )
        const facts = { snapshotNumber: i + 2, sequence: i + 2, changeId: 'here', nowMs: 1 }
        base = mergeImages(base, { image, deletions: deletionsOf(base, touched) }, facts)
        assert.equal(readImage(base.bytes).kind, 'image', 'every checksum is right')
        const sections = sectionsOf(base, headerOf(base))
        const seatWords = SEAT_WORD_SECTIONS.map((name) => [name, sections[name]])
        assert.deepEqual(Object.fromEntries(seatWords), writeSeatWords(sections))
        assert.deepEqual(contentOf(base), contentOf(imageOf(companies.values(), i + 2)))
      })
    }),
    { numRuns: often(100) },
  )
})

test('seats, forms and courts of the base keep their codes, and those of the delta are appended', () => {
  const [old, added] = fc.sample(companyOf(namesOf(['Adler'])), { numRuns: 2, seed: 3 }) as [
    IndexedCompany,
    IndexedCompany,
  ]
  const base = imageOf([{ ...old, seat: 'Ulm' }], 1)
  const image = imageOf([{ ...added, seat: 'Aachen' }], 2)
  const facts = { snapshotNumber: 3, sequence: 2, nowMs: 1 }
  const merged = openIndex(mergeImages(base, { image, deletions: deletionsOf(base, []) }, facts))
  assert.deepEqual([seatOf(merged, 0), seatOf(merged, 1)], ['Ulm', 'Aachen'])
  assert.equal(sectionsOf(base, headerOf(base)).companyRows.length, ROW_WORDS, 'the base is as it was')
})
