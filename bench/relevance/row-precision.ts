/** How often the companies that rows of customer lists are matched to are the right ones. */
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { matchRow, type RowMatch } from '../../src/core/matching/match-row.ts'
import { MATCH_STATES, type MatchState } from '../../src/core/matching/row-states.ts'
import { readSearchText, type SearchText } from '../../src/core/search/search-text.ts'
import { openIndex } from '../../src/engine/format/index-reader.ts'
import { Random } from '../corpus/random.ts'
import { ABSENT_KINDS, absentQueries } from './absent-names.ts'
import { isRight } from './judge.ts'
import { KnownNames } from './known-names.ts'
import type { Measuring } from './measure.ts'
import { NOISE_KINDS, noisyQueries } from './noisy-queries.ts'
import type { JudgedQuery } from './query.ts'
import { relevanceImage } from './relevance-index.ts'
import { drawTargets } from './targets.ts'
import { truthQueries } from './truth.ts'

/** A matched row with its query. */
export interface MatchedRow {
  readonly query: JudgedQuery
  readonly match: RowMatch
}

/** The results of all rows that were matched in one way. */
export interface RowPrecision {
  readonly title: string
  readonly rows: number
  readonly states: Readonly<Record<MatchState, number>>
  /** Share of right companies among the rows with the state `found`; of names that do not exist none is right. */
  readonly precision: number
  /** Share of rows with the state `found`. */
  readonly found: number
  readonly wrong: readonly MatchedRow[]
}

type PrecisionMeasuring = Pick<Measuring, 'read' | 'saved' | 'truth' | 'seed' | 'count'>

/** Ways to match a row: a normal or a deep search, with or without the seat of the company. */
const WAYS = [
  { deep: false, hasCity: false },
  { deep: false, hasCity: true },
  { deep: true, hasCity: false },
  { deep: true, hasCity: true },
] as const

/** Each absent name is compared with every name of the index, which takes time. */
const ABSENT_A_KIND = 400

/** Matches `count` rows with known companies in all ways, and rows with absent names without a city. */
export async function* measureRowPrecision(measuring: PrecisionMeasuring): AsyncGenerator<RowPrecision> {
  const image = relevanceImage(measuring.read, false, measuring.saved)
  const index = new EmbeddedNameIndex()
  index.publish(image)
  const known = new KnownNames(openIndex(image))
  const targets = drawTargets(measuring.read, new Random(measuring.seed).start(0))
  const seats = new Map(targets.map(({ uuid, seat }) => [uuid, seat]))
  const present = presentQueries(measuring, targets, known)
  for (const { deep, hasCity } of WAYS) {
    const rows: MatchedRow[] = []
    for (const query of present) {
      const seat = query.target && (seats.get(query.target.uuid) ?? '')
      const city = hasCity && seat ? { city: textOf(seat) } : {}
      rows.push({ query, match: await matchRow({ index }, { name: textOf(query.text), deep, ...city }) })
    }
    yield precisionOf(`${deep ? 'deep' : 'normal'}${hasCity ? ', with city' : ''}`, rows)
  }
  const absent = absentQueries(ABSENT_KINDS, targets, { known, seed: measuring.seed, count: ABSENT_A_KIND })
  for (const deep of [false, true]) {
    const rows: MatchedRow[] = []
    for (const query of absent)
      rows.push({ query, match: await matchRow({ index }, { name: textOf(query.text), deep }) })
    yield precisionOf(`absent names, ${deep ? 'deep' : 'normal'}`, rows)
  }
}

/** Spellings that others collected, filled up evenly with generated noise. */
function presentQueries(
  { truth, seed, count }: PrecisionMeasuring,
  targets: ReturnType<typeof drawTargets>,
  known: KnownNames,
): readonly JudgedQuery[] {
  const collected = truth === undefined ? [] : truthQueries(truth, known)
  const queries = collected.filter(({ kind }) => !kind.startsWith('renamed')).slice(0, count / 2)
  const kinds = NOISE_KINDS.filter((kind) => !kind.startsWith('number'))
  const perKind = Math.ceil((count - queries.length) / kinds.length)
  for (const kind of kinds) queries.push(...noisyQueries(kind, targets, { known, seed, count: perKind }))
  return queries.filter(({ text }) => 'text' in readSearchText(text)).slice(0, count)
}

function textOf(text: string): SearchText {
  const read = readSearchText(text)
  if ('fault' in read) throw new Error(`${text}: ${read.fault}`)
  return read.text
}

function precisionOf(title: string, rows: readonly MatchedRow[]): RowPrecision {
  const ofState = (state: MatchState) => rows.filter(({ match }) => match.state === state)
  const found = ofState('found')
  const wrong = found.filter(({ query, match: { hits } }) => !hits[0] || !isRight(query, hits[0].hit))
  const states = Object.fromEntries(MATCH_STATES.map((state) => [state, ofState(state).length]))
  return {
    title,
    rows: rows.length,
    states: states as Record<MatchState, number>,
    precision: 1 - wrong.length / Math.max(1, found.length),
    found: found.length / Math.max(1, rows.length),
    wrong,
  }
}
