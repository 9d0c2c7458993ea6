/** The questions that the embedded index and OpenSearch are compared by: every kind of query, in every way to ask it. */
import { openIndex } from '../src/engine/format/index-reader.ts'
import { readName } from '../src/names/reading/read-name.ts'
import type { SearchFilters, SearchQuery } from '../src/names/search/query.ts'
import { STATUSES } from '../src/names/search/status.ts'
import { Random } from './corpus/random.ts'
import type { ReadCompanies } from './corpus/real-companies.ts'
import { mixOf, PAGE } from './query-mix.ts'
import { ABSENT_KINDS, absentQueries } from './relevance/absent-names.ts'
import { formerQueries } from './relevance/former-names.ts'
import type { KnownNames } from './relevance/known-names.ts'
import { NOISE_KINDS, noisyQueries } from './relevance/noisy-queries.ts'
import type { JudgedQuery } from './relevance/query.ts'
import { drawTargets } from './relevance/targets.ts'

const SEED = 1
/** Kinds of queries of the mix; it holds as many queries of each as there are of every other kind. */
const MIX_KINDS = 25
/** Every so many-th query is asked with a filter, for further pages and for facets, too. */
const FILTERED_EVERY = 2
const PAGED_EVERY = 4
const FACETS_EVERY = 4
const SUGGESTED_EVERY = 3
/** Letters of the beginnings that are completed and corrected. */
const TYPED_CHARS = [2, 4, 6, 9, 14]

/** The ways to ask, in the order in which they are compared. */
export const WAYS = [
  ...['normal', 'normal, filtered', 'normal, further pages', 'facets', 'corrections', 'beginnings'],
  ...['deep', 'deep, filtered', 'deep, second page'],
] as const
/** One of `WAYS`. */
export type Way = (typeof WAYS)[number]

/** One question. */
export interface Question {
  readonly way: Way
  /** Kind of the text, as in the tests of relevance. */
  readonly kind: string
  readonly query: SearchQuery
  /** Pages that are skipped by their cursors first. */
  readonly pagesBefore: number
}

const FILTERS: readonly (SearchFilters & Pick<SearchQuery, 'minScore' | 'isStrict'>)[] = [
  { status: STATUSES },
  { status: ['active'] },
  { status: ['removed'] },
  { legalForm: ['gmbh'] },
  { registerType: ['HRB', 'HRA'] },
  { state: ['DE-BY', 'DE-BW'] },
  { city: ['berlin'] },
  { country: ['DE'] },
  { postcode: ['8', '70'] },
  { former: 'only' },
  { former: 'exclude' },
  { minScore: 70 },
  { isStrict: true },
]

/** Returns the questions: `count` texts of each kind, and of each what `WAYS` lists. */
export function questionsOf(read: ReadCompanies, known: KnownNames, image: Image, count: number): Question[] {
  const texts = textsOf(read, known, image, count)
  const every = (n: number) => texts.filter((_, i) => i % n === 0)
  return [
    ...texts.flatMap(({ kind, text }) => [
      questionOf('normal', kind, { name: text }),
      questionOf('deep', kind, { name: text, deep: true }),
    ]),
    ...every(FILTERED_EVERY).flatMap(({ kind, text }, i) => {
      const filter = FILTERS[i % FILTERS.length]
      return [
        questionOf('normal, filtered', kind, { name: text, ...filter }),
        questionOf('deep, filtered', kind, { name: text, ...filter, deep: true }),
      ]
    }),
    ...every(PAGED_EVERY).flatMap(({ text }, i) => [
      questionOf('normal, further pages', 'pages', { name: firstWord(text), limit: 5 }, 1 + (i % 3)),
      questionOf('deep, second page', 'pages', { name: text, deep: true, limit: 5 }, 1),
    ]),
    ...every(FACETS_EVERY).map(({ kind, text }) => questionOf('facets', kind, { name: text })),
    ...every(SUGGESTED_EVERY).flatMap(({ text }, i) => {
      const typed = text.slice(0, TYPED_CHARS[i % TYPED_CHARS.length])
      return [
        questionOf('corrections', 'corrections', { name: text }),
        questionOf('beginnings', 'beginnings', { name: typed, limit: 8 }),
      ]
    }),
  ]
}

type Image = Parameters<typeof openIndex>[0]

function questionOf(
  way: Way,
  kind: string,
  query: Partial<SearchQuery> & Pick<SearchQuery, 'name'>,
  pagesBefore = 0,
): Question {
  return { way, kind, query: { deep: false, limit: PAGE, ...query }, pagesBefore }
}

function firstWord(text: string): string {
  return readName(text).words[0] ?? text
}

function textsOf(
  read: ReadCompanies,
  known: KnownNames,
  image: Image,
  count: number,
): readonly Pick<JudgedQuery, 'kind' | 'text'>[] {
  const targets = drawTargets(read, new Random(SEED).start(0))
  const making = { known, seed: SEED, count }
  return [
    ...mixOf(openIndex(image), count * MIX_KINDS).map((text) => ({ kind: 'mix', text })),
    ...NOISE_KINDS.flatMap((kind) => noisyQueries(kind, targets, making)),
    ...absentQueries(ABSENT_KINDS, targets, making),
    ...formerQueries(targets, making),
  ]
}
