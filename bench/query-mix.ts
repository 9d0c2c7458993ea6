/** The fixed queries of the search benchmarks: a mix of typical queries, and the worst known ones. */

import { courtIn, digitsIn, typeIn } from '../src/engine/format/company-rows.ts'
import type { IndexReader } from '../src/engine/format/index-reader.ts'
import { nameOf } from '../src/engine/format/index-reader.ts'
import { readName } from '../src/names/reading/read-name.ts'
import { REGISTER_TYPES } from '../src/names/reading/register-number.ts'
import type { CompanyRecord } from '../src/names/search/page.ts'
import type { SearchQuery } from '../src/names/search/query.ts'
import { STATUSES, type Status } from '../src/names/search/status.ts'

/** Hits of a page, as a client gets them that says nothing. */
export const PAGE = 25
const SEED = 20_260_101
/** Kinds of queries in the mix, one after the other. */
const KINDS = 25
/** Queries of a mix that are asked first and not timed: until then much of the code has not been compiled for speed. */
export const WARM_UP = { normal: 10_000, deep: 500 }
const WORST_ROUNDS = 7
/** A query that took so long in all is not asked once more. */
const WORST_US_MAX = 400_000
/** A round of a mix ends after this; it says how many queries that were. */
const MIX_MS_MAX = 120_000
const COMMON_WORDS = 20
const LESS_COMMON_WORDS = 1000
/** The longest of the less common words. */
const COMPOUNDS = 60

/** Whatever answers questions. */
interface Searcher {
  search(question: SearchQuery): { readonly hits: readonly { readonly record: CompanyRecord }[] }
}

/** The same numbers every time (Lehmer, 48271 mod 2^31 - 1). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed % 2_147_483_647
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** One kind of query in twenty-five, by its number: what people and programs ask, half of it for removed or former names. */
export function mixOf(of: IndexReader, count: number): string[] {
  const random = randomFrom(SEED)
  return Array.from({ length: count }, (_, i) => {
    const document = random(of.header.documents)
    const name = nameOf(of, document)
    return queryOf(i % KINDS, name, of, random)
  })
}

function queryOf(kind: number, name: string, of: IndexReader, random: (below: number) => number): string {
  const { words } = readName(name)
  const pick = () => words[random(words.length)] ?? name
  if (kind < 9) return name
  if (kind < 14) return words.join(' ') || name
  if (kind < 17) return `${pick()} ${pick()}`
  if (kind < 20) return `${words.slice(0, -1).join(' ')} ${(words.at(-1) ?? name).slice(0, 3)}`
  if (kind < 22) return pick()
  if (kind === 24) return `${pick()} qxzvw`
  const company = random(of.header.companies)
  const rows = of.sections.companyRows
  const [type, digits] = [REGISTER_TYPES[typeIn(rows, company)], digitsIn(rows, company)]
  const court = of.header.courts[courtIn(rows, company)]
  return kind === 22 ? `${type} ${digits}` : `${type} ${digits} ${court}`
}

/** Every so many-th query is deep when both are asked together. */
const DEEP_EVERY = 20
/** How busy the thread is that answers both. */
const BUSY_SHARE = 0.5

/**
 * Normal queries while 5 % are deep, one thread: each is asked in turn and timed, then they arrive at random times at a thread
 * that they keep half busy, and wait for what came before them.
 */
export function timeTogether(index: Searcher, queries: readonly string[]): MixTimes {
  const isDeep = (i: number) => i % DEEP_EVERY === DEEP_EVERY - 1
  for (const query of queries.slice(0, WARM_UP.deep)) index.search({ name: query, deep: true, limit: PAGE })
  const served = queries.map((query, i) => timeOf(index, query, isDeep(i)))
  const meanGap = served.reduce((sum, time) => sum + time, 0) / served.length / BUSY_SHARE
  const random = randomFrom(SEED)
  let now = 0
  let freeAt = 0
  const times = served.map((time) => {
    now -= meanGap * Math.log((random(1_000_000) + 1) / 1_000_000)
    freeAt = Math.max(now, freeAt) + time
    return freeAt - now
  })
  return summary(times.filter((_, i) => !isDeep(i)))
}

/** What a mix cost, in µs. */
export interface MixTimes {
  readonly queries: number
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
  readonly mean: number
}

/** How a mix is asked. */
interface MixOptions {
  /** With several, the mix is asked so often, and of each query the quickest counts: for a machine that is busy with other things. */
  readonly rounds?: number
  /** Whether the time of reading every field of every hit is part of it. */
  readonly isRead?: boolean
  /** Absent: what a search without `status` looks at. */
  readonly status?: readonly Status[]
}

/** Asks all queries of a mix; the first of them (`WARM_UP`) are not timed. @throws where the mix is no longer than its warm-up. */
export function timeMix(
  index: Searcher,
  mix: readonly string[],
  deep: boolean,
  { rounds = 1, isRead = true, status }: MixOptions = {},
): MixTimes {
  const untimed = deep ? WARM_UP.deep : WARM_UP.normal
  if (mix.length <= untimed)
    throw new Error(`a mix of ${mix.length} queries is over before its ${untimed} of warm-up`)
  const time = (query: string) => timeOf(index, query, deep, status, isRead)
  for (const query of mix.slice(0, untimed)) time(query)
  const queries = mix.slice(untimed)
  const times: number[] = []
  const end = performance.now() + MIX_MS_MAX
  for (const query of queries) {
    if (performance.now() > end) break
    times.push(time(query))
  }
  for (let round = 1; round < rounds; round++)
    times.forEach((least, i) => {
      times[i] = Math.min(least, time(queries[i] as string))
    })
  return summary(times)
}

function summary(unsorted: readonly number[]): MixTimes {
  const times = Float64Array.from(unsorted).sort()
  const at = (share: number) => times[Math.floor(times.length * share)] as number
  return {
    queries: times.length,
    ...{ p50: at(0.5), p90: at(0.9), p99: at(0.99), max: times.at(-1) as number },
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
  }
}

/** One search, in µs; `isRead`: with the reading of all fields of all hits. */
export function timeOf(
  index: Searcher,
  name: string,
  deep: boolean,
  status?: readonly Status[],
  isRead = true,
): number {
  const question = { name, deep, limit: PAGE, ...(status === undefined ? {} : { status }) }
  const start = performance.now()
  const { hits } = index.search(question)
  if (isRead) for (const { record } of hits) readFields(record)
  return (performance.now() - start) * 1000
}

/** Reads every field that an answer shows; @throws where one is missing, so that no reading can be left out. */
function readFields(record: CompanyRecord): void {
  const { uuid, name, registrationNumber, status, legalForm, registerCourt, seat } = record
  const texts = [uuid, name, registrationNumber, status, legalForm, registerCourt]
  if (seat === undefined || texts.includes('')) throw new Error(`a field of ${uuid} is missing`)
}

/** Queries that are slow for the same reason. */
interface WorstFamily {
  readonly family: string
  readonly queries: readonly string[]
  readonly status?: readonly Status[]
}

/** The worst query of one family. */
export interface WorstTime {
  readonly family: string
  readonly deep: boolean
  readonly us: number
  readonly query: string
}

/**
 * Asks every query of the worst-case list up to seven times; the slowest of each family, by the median of its times, or by the
 * least of them on a machine that is busy with other things.
 */
export function timeWorst(index: Searcher, of: IndexReader, isBusy = false): readonly WorstTime[] {
  return worstFamilies(of).flatMap(({ family, queries, status }) =>
    [false, true].map((deep) => {
      const times = queries.map((query) => {
        const times = roundsOf(() => timeOf(index, query, deep, status)).sort((a, b) => a - b)
        return { query, us: times[isBusy ? 0 : times.length >> 1] as number }
      })
      return { family, deep, ...times.reduce((a, b) => (b.us > a.us ? b : a)) }
    }),
  )
}

/** Several times of one query; a very slow one is not asked again and again. */
function roundsOf(ask: () => number): number[] {
  const times: number[] = []
  let spentUs = 0
  while (times.length < WORST_ROUNDS && spentUs < WORST_US_MAX) {
    const us = ask()
    spentUs += us
    times.push(us)
  }
  return times
}

function worstFamilies(of: IndexReader): readonly WorstFamily[] {
  const families = Object.entries(worstQueries(of)).map(([family, queries]) => ({ family, queries }))
  const common = commonWords(of, COMMON_WORDS)
  return [
    ...families,
    {
      family: 'matches a million, of every status',
      queries: [...'seabmg', ...common],
      status: STATUSES,
    },
  ]
}

/** The pairs of the most common words, each once. */
export function pairsOfCommonWords(of: IndexReader): readonly string[] {
  const common = commonWords(of, COMMON_WORDS)
  return common.flatMap((a, i) => common.slice(i + 1).map((b) => `${a} ${b}`))
}

/** The worst-case list, by family. Made for one index: its own common words. */
function worstQueries(of: IndexReader): Readonly<Record<string, readonly string[]>> {
  const common = commonWords(of, COMMON_WORDS)
  const pairs = pairsOfCommonWords(of)
  const rest = commonWords(of, 100).slice(COMMON_WORDS)
  return {
    'one letter': [...'abcdefghijklmnopqrstuvwxyz', 'ä'],
    'two letters': ['ge', 've', 'ha', 'ma', 'sc', 'be', 'st', 'fo', 'vo', 'im'],
    'common words alone': common,
    'common words in pairs': pairs,
    'common words in pairs, the second cut': pairs.map((pair) => pair.slice(0, -1)),
    'common words in threes': common.slice(2).map((word, i) => `${common[i]} ${common[i + 1]} ${word}`),
    'a common word misspelt': [...common, ...rest].filter((word) => word.length > 4).map(misspell),
    // Some thousand names have each, written in one and in several words: few enough to compare them all.
    'a long compound misspelt': commonWords(of, LESS_COMMON_WORDS)
      .slice(COMMON_WORDS)
      .sort((a, b) => b.length - a.length)
      .slice(0, COMPOUNDS)
      .map(misspell),
    'pairs of common words misspelt': rest
      .filter((word) => word.length > 4)
      .map(
        (word, i) => `${misspell(word)} ${misspell(common.filter((one) => one.length > 4)[i % 5] ?? word)}`,
      ),
    '200 characters': [
      common.join(' ').slice(0, 200),
      'verwaltungsgesellschaft'.repeat(9).slice(0, 200),
      rest.map(misspell).join(' ').slice(0, 200),
      'ab'.repeat(100),
    ],
    '500 characters': [rest.map(misspell).join(' ').slice(0, 500), 'e'.repeat(500), 'a1 '.repeat(166)],
    '40 words': [
      [...common, ...common.map((word) => `${word}s`)].join(' '),
      rest.slice(0, 40).map(misspell).join(' '),
      'a b '.repeat(20),
    ],
    '40 hyphens': [
      Array.from({ length: 40 }, (_, i) => common[i % 20]).join('-'),
      rest.slice(0, 40).map(misspell).join('-'),
    ],
    'only forms': ['GmbH', 'AG', 'e.V.', 'GmbH & Co. KG', 'KG', 'eG', 'UG (haftungsbeschränkt) & Co. KG'],
    'only punctuation': ['!', '&', '- . , ;', '""'],
    digits: ['1', '12', '100', '2000', '12345', '000001', '1 2 3 4', 'HRB 1', 'HRB 100', 'HRB 12345'],
    'a common word and a form': [
      'verein e.V.',
      'bau GmbH',
      'verwaltungs GmbH',
      'und AG',
      'verein AG',
      'sport eG',
    ],
    'a common word and one that occurs nowhere': common.map((word) => `${word} qxzvw`),
    initials: ['A B C', 'B M W', 'a b c d e f g', 'A.B.C. GmbH', 'AHI', 'DRK'],
    'non-Latin': ['株式会社', 'Ελλάς', 'Газпром', '🚀', 'شركة', '漢字 GmbH'],
  }
}

/** The second letter and the third swapped: a slip that leaves the first letter alone. */
function misspell(word: string): string {
  return word.charAt(0) + word.charAt(2) + word.charAt(1) + word.slice(3)
}

/** The words in the most names, most frequent first. */
function commonWords({ sections }: IndexReader, count: number): string[] {
  const { postingStarts, wordBytes, wordStarts } = sections
  const size = (word: number) => (postingStarts[word + 1] as number) - (postingStarts[word] as number)
  const words = Array.from({ length: postingStarts.length - 1 }, (_, word) => word).filter(
    (word) => size(word) > 1000,
  )
  return words
    .sort((a, b) => size(b) - size(a))
    .slice(0, count)
    .map((word) => Buffer.from(wordBytes.slice(wordStarts[word], wordStarts[word + 1])).toString('utf8'))
}
