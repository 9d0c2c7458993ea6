import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkWalk } from '../../../test/fixtures/check-walk.ts'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { often } from '../../../test/thorough.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { IndexSearcher } from '../searcher.ts'

const LIMITS = { exactMax: 7, shownMax: 20, relatedMax: 6, relatedComparedMax: 1000 }
const WORDS =
  'Metall Metallbau Handel Handels Service Handelsservice Gebr. Nachf. Technik & Kunststoff Zander A B'
const LETTERS = 'aehlmst '

function searcherOf(companies: readonly IndexedCompany[]): IndexSearcher {
  return new IndexSearcher(buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 }), LIMITS)
}

const nameOf = fc.array(fc.constantFrom(...WORDS.split(' ')), { minLength: 1, maxLength: 4 })

/** Spaces removed or inserted, letters removed, inserted or doubled. */
const editOf = fc.record({
  at: fc.nat(30),
  letters: fc.constantFrom('', '', ...LETTERS),
  removed: fc.nat(1),
})

function withEdits(text: string, edits: readonly { at: number; letters: string; removed: number }[]): string {
  return edits.reduce((all, { at, letters, removed }) => {
    const from = at % (all.length + 1)
    return all.slice(0, from) + letters + all.slice(from + removed)
  }, text)
}

const withoutSpace = (text: string, at: number) => {
  const spaces = [...text.matchAll(/ (?:& )?/g)]
  const space = spaces[at % Math.max(1, spaces.length)]
  return space === undefined ? text : text.slice(0, space.index) + text.slice(space.index + space[0].length)
}

test('misspelt words joined or split are found as by brute force', () => {
  const queryOf = fc.tuple(nameOf, fc.nat(5), fc.array(editOf, { minLength: 1, maxLength: 2 }))
  fc.assert(
    fc.property(
      fc.array(nameOf, { minLength: 3, maxLength: 25 }),
      fc.array(queryOf, { minLength: 5, maxLength: 5 }),
      (names, queries) => {
        const companies = indexedCompanies(names.map((words) => words.join(' ')))
        const searcher = searcherOf(companies)
        for (const [words, at, edits] of queries) {
          const name = withEdits(at === 0 ? words.join(' ') : withoutSpace(words.join(' '), at), edits)
          checkWalk(searcher, companies, { name, deep: true, limit: 9 }, LIMITS)
        }
      },
    ),
    { numRuns: often(300) },
  )
})

test('one edit together with a space or und added or missing is found, if no name has the word itself', () => {
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
