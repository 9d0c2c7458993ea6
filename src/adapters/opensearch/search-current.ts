/** Block A of a search by name: current names that contain all words of the query, and digits read as a number. */
import { HITS_MAX } from '../../core/search/name-index.ts'
import { compareSortKeys, SCORE_MIN } from '../../names/ranking/rank.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import type { AskedName, CompanyHit } from './company-hit.ts'
import { currentHit } from './company-hit.ts'
import type { Clause } from './filter-clauses.ts'
import { allOf } from './filter-clauses.ts'
import type { Zone } from './name-document.ts'
import { ZONES } from './name-document.ts'
import { firstOf, type NameStream, sameLetters, streamsOf } from './name-streams.ts'
import type { NameVariants } from './name-variants.ts'
import { anyOfBoth } from './name-variants.ts'
import type { RunSearches } from './search-needs.ts'
import type { SearchAnswer, SearchBody } from './search-request.ts'

/** Names that are read at once when a whole result is read. */
const WHOLE_BATCH = 2000
/** Names with the letters of the query but other words that are read to be counted. */
const SPELLINGS_MAX = 1000

/** The hits of block A by name. */
export interface CurrentHits {
  /** From the cursor on, one more than the page has room for. */
  readonly hits: readonly CompanyHit[]
  /** All hits, also those before the cursor; more than `HITS_MAX` are not counted. */
  readonly count: number
  /** Hits before the cursor; only known if there are more than `HITS_MAX` hits. */
  readonly before: number
}

const NOTHING: CurrentHits = { hits: [], count: 0, before: 0 }

/** Searches current names. */
export async function searchCurrent(
  asked: AskedName,
  variants: NameVariants,
  clauses: readonly Clause[],
  run: RunSearches,
): Promise<CurrentHits> {
  const { query, queryName } = asked
  const zones = zonesOf(asked)
  if (query.former === 'only' || zones.length === 0) return NOTHING
  const streams = () => streamsOf(queryName, variants, zones, clauses)
  if ((query.minScore ?? 0) > SCORE_MIN) return wholeResult(asked, streams(), run)
  const page = streams()
  const { after } = query
  if (after !== undefined) for (const stream of page) stream.skipTo(after)
  const size = Math.min(query.limit + 1, WHOLE_BATCH)
  const first = page.filter(({ isWaiting }) => isWaiting)
  const [counted, spelt, ...firsts] = await runAfterCounts(query, run, [
    ...countBodies(asked, variants, zones, clauses),
    ...first.map((stream) => stream.request(size)),
  ])
  if ([counted!, spelt!].every(isEmpty)) return NOTHING
  takeAll(asked, first, firsts, size)
  const others = spelt!.names.filter(({ company }) => currentHit(asked, company) !== undefined).length
  const count = Math.min(HITS_MAX + 1, counted!.total + others)
  if (count > HITS_MAX && after !== undefined) return wholeResult(asked, streams(), run)
  return { hits: await merged(asked, page, query.limit + 1, size, run), count, before: 0 }
}

/**
 * Runs the searches. Of a deep query the first two alone, and the others only if those find anything: most deep searches are
 * for names that nobody has in this spelling, and there are dozens of streams.
 */
async function runAfterCounts(
  { deep }: SearchQuery,
  run: RunSearches,
  bodies: readonly SearchBody[],
): Promise<readonly SearchAnswer[]> {
  if (!deep) return run(bodies)
  const counts = await run(bodies.slice(0, 2))
  return counts.every(isEmpty) ? counts : [...counts, ...(await run(bodies.slice(2)))]
}

function isEmpty({ total, names }: SearchAnswer): boolean {
  return total === 0 && names.length === 0
}

/** Reads all hits, because they must be counted one by one. */
async function wholeResult(
  asked: AskedName,
  streams: readonly NameStream[],
  run: RunSearches,
): Promise<CurrentHits> {
  const { after, limit, minScore = 0 } = asked.query
  for (const stream of streams) stream.stopBelow(minScore)
  const all = await merged(asked, streams, HITS_MAX + 1, WHOLE_BATCH, run)
  const before = after === undefined ? 0 : all.filter(({ key }) => compareSortKeys(key, after) <= 0).length
  return { hits: all.slice(before, before + limit + 1), count: all.length, before }
}

/** Returns up to `most` hits of all streams in order. */
async function merged(
  asked: AskedName,
  streams: readonly NameStream[],
  most: number,
  batch: number,
  run: RunSearches,
): Promise<readonly CompanyHit[]> {
  const hits: CompanyHit[] = []
  const seen = new Set<string>()
  while (hits.length < most) {
    const waiting = streams.filter(({ isWaiting }) => isWaiting)
    if (waiting.length > 0) {
      const answers = await run(waiting.map((stream) => stream.request(batch)))
      takeAll(asked, waiting, answers, batch)
      continue
    }
    const first = firstOf(streams)
    if (first === undefined) break
    const hit = first.next as CompanyHit
    first.pop()
    // Two variants of the query may find the same name at the same position.
    if (seen.has(hit.company.uuid)) continue
    seen.add(hit.company.uuid)
    hits.push(hit)
  }
  return hits
}

function takeAll(
  asked: AskedName,
  streams: readonly NameStream[],
  answers: readonly SearchAnswer[],
  size: number,
): void {
  for (let i = 0; i < streams.length; i++)
    (streams[i] as NameStream).take(asked, (answers[i] as SearchAnswer).names, size)
}

/** Returns the searches that count all names by their words, and find those of the same letters but other words. */
function countBodies(
  { queryName }: AskedName,
  variants: NameVariants,
  zones: readonly Zone[],
  clauses: readonly Clause[],
): readonly [SearchBody, SearchBody] {
  const zone = { terms: { zone: zones } }
  const byWords = anyOfBoth(variants)
  const spelt = { bool: { filter: [zone, ...clauses, sameLetters(queryName)], must_not: [byWords] } }
  return [
    { query: allOf([zone, ...clauses, byWords]), size: 0, track_total_hits: HITS_MAX + 1 },
    { query: spelt, size: SPELLINGS_MAX },
  ]
}

/** Removed companies are found by name only if the status filter includes them. */
function zonesOf({ query: { status } }: AskedName): readonly Zone[] {
  if (status === undefined) return [ZONES.live]
  const zones: Zone[] = []
  if (status.some((one) => one !== 'removed')) zones.push(ZONES.live)
  if (status.includes('removed')) zones.push(ZONES.removed)
  return zones
}
