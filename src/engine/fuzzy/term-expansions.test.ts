import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkWalk } from '../../../test/fixtures/check-walk.ts'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { IndexSearcher } from '../searcher.ts'
import type { IndexedCompany } from '../types/indexed-company.ts'

const LIMITS = { exactMax: 7, shownMax: 20 }
const WORDS =
  'Metall Metallbau Handel Handels Service Handelsservice Gebr. Nachf. Technik & Kunststoff Zander A B'
const LETTERS = 'aehlmst '

function searcherOf(companies: readonly IndexedCompany[]): IndexSearcher {
  return new IndexSearcher(buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 }), LIMITS)
}

const nameOf = fc.array(fc.constantFrom(...WORDS.split(' ')), { minLength: 1, maxLength: 4 })

/** Blanks gone or put in, letters gone, put in or doubled. */
const slipOf = fc.record({
  at: fc.nat(30),
  letters: fc.constantFrom('', '', ...LETTERS),
  gone: fc.nat(1),
})

function withSlips(text: string, slips: readonly { at: number; letters: string; gone: number }[]): string {
  return slips.reduce((all, { at, letters, gone }) => {
    const from = at % (all.length + 1)
    return all.slice(0, from) + letters + all.slice(from + gone)
  }, text)
}

const noBlank = (text: string, at: number) => {
  const blanks = [...text.matchAll(/ (?:& )?/g)]
  const blank = blanks[at % Math.max(1, blanks.length)]
  return blank === undefined ? text : text.slice(0, blank.index) + text.slice(blank.index + blank[0].length)
}

test('words joined or parted wrongly and misspelt are found as brute force finds them', () => {
  const asked = fc.tuple(nameOf, fc.nat(5), fc.array(slipOf, { minLength: 1, maxLength: 2 }))
  fc.assert(
    fc.property(
      fc.array(nameOf, { minLength: 3, maxLength: 25 }),
      fc.array(asked, { minLength: 5, maxLength: 5 }),
      (names, questions) => {
        const companies = indexedCompanies(names.map((words) => words.join(' ')))
        const searcher = searcherOf(companies)
        for (const [words, at, slips] of questions) {
          const name = withSlips(at === 0 ? words.join(' ') : noBlank(words.join(' '), at), slips)
          checkWalk(searcher, companies, { name, deep: true, limit: 9 }, LIMITS)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a blank or an und too many or missing and one slip are found together, where no name has the word as it is', () => {
  const searcher = searcherOf(
    indexedCompanies([
      'Handelsservice Nord',
      'Metall Technik Nord',
      'Kunststoff & Technik Nord',
      'Gebr. Nord',
    ]),
  )
  const best = (name: string) => {
    const [hit] = searcher.search({ name, deep: true, limit: 1 }).hits
    return [hit?.record.name, hit?.kind]
  }
  assert.deepEqual(best('Handels Servcie Nord'), ['Handelsservice Nord', 'spelling'])
  assert.deepEqual(best('Metalltechnick Nord'), ['Metall Technik Nord', 'spelling'])
  assert.deepEqual(best('Kunststofftechnik Nord'), ['Kunststoff & Technik Nord', 'spelling'])
  assert.deepEqual(best('Gebro Nord'), ['Gebr. Nord', 'partial'])
})
