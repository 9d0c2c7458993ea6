/** Searches of the index of names: several in one request. */
import type { OpenSearchClient } from './client.ts'
import { errorOf } from './client.ts'
import type { Clause } from './filter-clauses.ts'
import { placeIn } from './name-document.ts'
import { searchMany, type ToldAnswer } from './search-many.ts'
import type { FoundCompany, StoredCompany } from './stored-company.ts'
import { companyOf } from './stored-company.ts'

/** One search; absent fields as in OpenSearch. */
export interface SearchBody {
  readonly query: Clause
  readonly size: number
  readonly sort?: readonly string[]
  readonly search_after?: readonly (string | number)[]
  /** Hits are counted up to this number; absent = not. */
  readonly track_total_hits?: number
  readonly min_score?: number
  readonly rescore?: object
  /** As OpenSearch writes durations: `50ms`. What was found by then is returned. */
  readonly timeout?: string
}

/** A name that was found. */
export interface FoundName {
  readonly company: FoundCompany
  /** Its place among the names of the company. */
  readonly place: number
  /** The values that it was sorted by. */
  readonly sort: readonly (string | number)[]
  readonly score: number
}

/** The result of one search. */
export interface SearchAnswer {
  readonly names: readonly FoundName[]
  /** Number of hits up to `track_total_hits`; 0 if they were not counted. */
  readonly total: number
  /** The time was over before everything was searched. */
  readonly isTimedOut: boolean
}

interface RawHit {
  readonly _id: string
  readonly _source: { readonly company: StoredCompany }
  readonly sort?: readonly (string | number)[]
  readonly _score?: number | null
}

interface RawAnswer extends ToldAnswer {
  readonly timed_out?: boolean
  readonly hits?: { readonly total?: { readonly value: number }; readonly hits?: readonly RawHit[] }
}

/** Names the fields of the answer that are read, so that the rest is not sent. `status`: otherwise empty answers vanish. */
const FIELDS = [
  'status',
  'error',
  'timed_out',
  'hits.total.value',
  'hits.hits._id',
  'hits.hits._source',
  'hits.hits.sort',
  'hits.hits._score',
]
const PATH = `_msearch?filter_path=${FIELDS.map((field) => `responses.${field}`).join(',')}`

/**
 * Runs the searches and returns their answers in the same order.
 *
 * @throws {OpenSearchError} if one fails again and again, also on a single shard: a page is never short without saying so.
 */
export async function searchAll(
  client: OpenSearchClient,
  index: string,
  bodies: readonly SearchBody[],
): Promise<readonly SearchAnswer[]> {
  if (bodies.length === 0) return []
  const lines = bodies.flatMap((body) => [HEADER, JSON.stringify({ track_total_hits: false, ...body })])
  const answers = await searchMany<RawAnswer>(client, `/${index}/${PATH}`, `${lines.join('\n')}\n`)
  return answers.map(answerOf)
}

const HEADER = JSON.stringify({ allow_partial_search_results: false })

function answerOf({ status, error, timed_out = false, hits }: RawAnswer): SearchAnswer {
  if (error !== undefined) throw errorOf(status, error)
  const names = (hits?.hits ?? []).map(({ _id, _source, sort = [], _score }) => ({
    ...{ company: companyOf(_source.company), place: placeIn(_id), sort, score: _score ?? 0 },
  }))
  return { names, total: hits?.total?.value ?? 0, isTimedOut: timed_out }
}
