import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CourtCode } from '../names/court.ts'
import type { FormCode } from '../names/legal-form.ts'
import { readName } from '../names/read-name.ts'
import type { RegisterKey } from '../names/register-number.ts'
import { formOfRegisterType, REGISTER_TYPES } from '../names/register-number.ts'
import { buildIndexImage } from './build-index.ts'
import type { IndexedCompany } from './indexed-company.ts'
import { INDEX_STATUSES } from './indexed-company.ts'
import type { NaiveHit } from './naive-twin.ts'
import { naiveSearch } from './naive-twin.ts'
import type { IndexHit, IndexQuestion } from './question.ts'
import { IndexSearcher } from './search-index.ts'

/** Real words, chosen so that they are beginnings, joins and doubles of each other. */
const WORDS = (
  'Müller Bau Bäcker Baustoff Baustoffe Stoffe Stoff Müllerbau Metall Metallbau Groß gross und & Verein Sport ' +
  'Sportverein 1 12 123 1860 A B AB ba M MM Handel Handels Service Verwaltungs Straße Öl É 株式会社 Ges. Dt. 𝔐unich ﬁ'
).split(' ')
const FORMS = [
  '',
  '',
  ' GmbH',
  ' GmbH',
  ' AG',
  ' e.V.',
  ' GmbH & Co. KG',
  ' mbH',
  '-GmbH',
  ' i.L.',
  ' in Liquidation KG',
]
/** Berlin, München, Flensburg (suffixes), Bremen and Bremerhaven, Freiburg's two codes, Hildesheim with Alfeld. */
const COURTS = [
  'F1103R',
  'D2601V',
  'X1112R',
  'H1101',
  'H1102',
  'B1204',
  'B8536',
  'P2408',
  'P2409',
  'P2408_P2409',
]
const SUFFIXES = ['', '', '', 'B', 'FL', 'BHV', 'HB']
const CITIES = ['München', 'Köln', '']

const register: fc.Arbitrary<RegisterKey> = fc.record({
  country: fc.constant('DE' as const),
  court: fc.constantFrom(...(COURTS as CourtCode[])),
  type: fc.constantFrom(...REGISTER_TYPES.slice(0, 2)),
  digits: fc.constantFrom(1, 12, 123, 1860),
  suffix: fc.constantFrom(...SUFFIXES),
})

/** Names without and with a legal form, out of few words, so that many names share them. */
function namesOf(words: readonly string[]) {
  const joint = fc.constantFrom(' ', ' ', ' ', '-', '-', '- ')
  const bare = fc
    .array(fc.tuple(fc.constantFrom(...words), joint), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.map(([text, gap], i) => (i === parts.length - 1 ? text : text + gap)).join(''))
  const whole = fc.tuple(bare, fc.constantFrom(...FORMS)).map(([text, form]) => text + form)
  return { bare, whole }
}

type Names = ReturnType<typeof namesOf>

function companyOf(names: Names): fc.Arbitrary<IndexedCompany> {
  return fc
    .record({
      uuid: fc.uuid(),
      name: names.whole,
      register,
      court: fc.constantFrom(...COURTS),
      status: fc.constantFrom('active' as const, 'removed' as const, ...INDEX_STATUSES),
      seat: fc.constantFrom(...CITIES),
      formerNames: fc.array(fc.record({ name: names.whole }), { maxLength: 2 }),
      formerNumbers: fc.array(fc.record({ register }), { maxLength: 1 }),
      sources: fc.constantFrom([], [{ asOf: '2018-06-01' }]),
    })
    .map((fields) => {
      const form = readName(fields.name).form ?? formOfRegisterType(fields.register.type)
      return { ...fields, form: form ?? ('unknown' as FormCode) }
    })
}

function corpusOf(names: Names): fc.Arbitrary<IndexedCompany[]> {
  const selector = ({ uuid }: IndexedCompany) => uuid
  return fc.oneof(
    { weight: 4, arbitrary: fc.uniqueArray(companyOf(names), { minLength: 40, maxLength: 60, selector }) },
    { weight: 1, arbitrary: fc.uniqueArray(companyOf(names), { maxLength: 9, selector }) },
  )
}

/** Names, names cut off, numbers in some spellings, digits, noise. */
function askedOf({ bare, whole }: Names): fc.Arbitrary<string> {
  const cut = fc.tuple(bare, fc.integer({ min: 1, max: 3 })).map(([text, less]) => text.slice(0, -less))
  const full = register.map(({ court, type, digits, suffix }) => `${type} ${digits} ${suffix} ${court}`)
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 4, arbitrary: bare },
    { weight: 3, arbitrary: cut },
    { weight: 3, arbitrary: full },
    { weight: 1, arbitrary: register.map(({ type, digits, suffix }) => `${type} ${digits}${suffix}`) },
    { weight: 1, arbitrary: fc.constantFrom('1', '12', '123', '1860', 'GmbH', 'AG', '!?', '-', '') },
  )
}

/** Mostly absent; seldom, and rarely empty, else no question would find anything. */
const optional = <T>(values: readonly T[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...values), { maxLength: 3 }) },
  )

function questionOf(names: Names): fc.Arbitrary<IndexQuestion> {
  return fc
    .record({
      name: askedOf(names),
      deep: fc.boolean(),
      limit: fc.integer({ min: 1, max: 9 }),
      status: optional(INDEX_STATUSES),
      legalForm: optional(['GmbH', 'AG', 'e.V.', 'unknown', 'KG']),
      registerType: optional(REGISTER_TYPES),
      court: optional(COURTS),
      city: optional(['muenchen', 'koeln', '']),
    })
    .map((fields) => {
      const given = Object.entries(fields).filter(([, value]) => value !== undefined)
      return Object.fromEntries(given) as unknown as IndexQuestion
    })
}

const QUESTIONS_A_CORPUS = 8
const corpusAndQuestions = fc
  .shuffledSubarray(WORDS, { minLength: 4, maxLength: 9 })
  .map(namesOf)
  .chain((names) =>
    fc.tuple(
      corpusOf(names),
      fc.array(questionOf(names), { minLength: QUESTIONS_A_CORPUS, maxLength: QUESTIONS_A_CORPUS }),
    ),
  )

const LIMITS = { exactMax: 7, shownMax: 20 }

function searcherOf(companies: readonly IndexedCompany[], limits = LIMITS): IndexSearcher {
  const image = buildIndexImage([companies.slice(0, 7), companies.slice(7)], {
    generation: 1,
    sequence: 1,
    nowMs: 1,
  })
  return new IndexSearcher(image, limits)
}

function plain({ key, kind, score, matchedName, matchedOn, reasons }: IndexHit): NaiveHit {
  return { key, kind, score, matchedName, matchedOn, reasons }
}

test('finds what brute force finds, in the same order, page by page, in 400 corpora of 8 questions each', () => {
  fc.assert(
    fc.property(corpusAndQuestions, ([companies, questions]) => {
      const searcher = searcherOf(companies)
      for (const question of questions) checkWalk(searcher, companies, question)
    }),
    { numRuns: 400 },
  )
})

function checkWalk(
  searcher: IndexSearcher,
  companies: readonly IndexedCompany[],
  question: IndexQuestion,
): void {
  const expected = naiveSearch(companies, question)
  const shown = expected.slice(0, LIMITS.shownMax)
  const walked: NaiveHit[] = []
  for (let more = true; more; ) {
    const after = walked.at(-1)?.key
    const page = searcher.search(after === undefined ? question : { ...question, after })
    walked.push(...page.hits.map(plain))
    assert.ok(page.hits.length > 0 || !page.more, 'an empty page must be the last one')
    assert.equal(page.total, Math.min(expected.length, LIMITS.exactMax))
    assert.equal(page.totalIsExact, expected.length <= LIMITS.exactMax)
    assert.equal(page.truncated, expected.length > LIMITS.shownMax)
    assert.equal(page.more, walked.length < shown.length)
    more = page.more
  }
  assert.deepEqual(walked, shown)
}
