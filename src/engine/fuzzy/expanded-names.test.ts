import { test } from 'node:test'
import fc from 'fast-check'
import { checkWalk } from '../../../test/fixtures/check-walk.ts'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { often } from '../../../test/thorough.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { IndexSearcher } from '../searcher.ts'

const LIMITS = { exactMax: 7, shownMax: 20, relatedMax: 6, relatedComparedMax: 1000 }
/** Words that are expansions of each other, or of the same word with something attached. */
const NAME_WORDS =
  'Co Compagnie Int International Eisenbahn Eisenbahngesellschaft Bockmayer Hausverwaltung Schmitt Egon W A U WAU FORUM'
const QUERY_WORDS = `${NAME_WORDS} BockmayerOHG Hausverw 5chrnitt Eqori F O R U M J.U.R.A.`

const textOf = (words: string) =>
  fc
    .array(fc.constantFrom(...words.split(' ')), { minLength: 1, maxLength: 4 })
    .map((picked) => picked.join(' '))

test('names are found by expansions of query words and by their initials, as by brute force', () => {
  fc.assert(
    fc.property(
      fc.array(textOf(NAME_WORDS), { minLength: 3, maxLength: 25 }),
      fc.array(fc.oneof(textOf(QUERY_WORDS), fc.constantFrom('F O R U M', 'W A U', 'J.U.R.A.')), {
        minLength: 5,
        maxLength: 5,
      }),
      (names, queries) => {
        const companies = indexedCompanies(names)
        const image = buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 })
        const searcher = new IndexSearcher(image, LIMITS)
        for (const name of queries) checkWalk(searcher, companies, { name, deep: true, limit: 9 }, LIMITS)
      },
    ),
    { numRuns: often(150) },
  )
})
