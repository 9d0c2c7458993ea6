/** Where the company that is meant stands among the hits. */
import type { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { WHOLE_NAME_SCORE_MIN } from '../../src/names/ranking/rank.ts'
import type { Hit } from '../../src/names/search/page.ts'
import { STATUSES } from '../../src/names/search/status.ts'
import { areNamesakes } from './plain-name.ts'
import type { JudgedQuery } from './query.ts'

const PAGE = 10
/** Longest list of companies of one number at different courts. */
const PAGE_ANYWHERE = 500

/** A query with the position of the company that it means. */
export interface Judged {
  readonly query: JudgedQuery
  /** 1 = first; 0 = not among the first ten. Of a query for nobody: 1 when nothing came that claims to be the name, else 0. */
  readonly rank: number
  readonly hits: readonly Hit[]
}

/** Asks one query. A removed company is asked for with all statuses, in both modes. */
export function judge(index: EmbeddedNameIndex, query: JudgedQuery, deep: boolean): Judged {
  const limit = query.isAnywhere ? PAGE_ANYWHERE : PAGE
  const status = query.target?.status === 'removed' ? { status: STATUSES } : {}
  const { hits } = index.search({ name: query.text, deep, limit, ...status })
  return { query, rank: rankOf(query, hits), hits }
}

/** Answers whether a normal search finds nobody but whom the query means. */
export function isAloneInBlockA(index: EmbeddedNameIndex, query: JudgedQuery): boolean {
  const { hits } = judge(index, query, false)
  return hits.every((hit) => isRight(query, hit))
}

/** The place of the first right hit as `Judged.rank`. */
export function rankOf(query: JudgedQuery, hits: readonly Hit[]): number {
  if (query.target === undefined) return hits.some(({ score }) => score >= WHOLE_NAME_SCORE_MIN) ? 0 : 1
  const place = hits.findIndex((hit) => isRight(query, hit)) + 1
  return query.isAnywhere ? Math.min(1, place) : place
}

/** Answers whether a hit is the company that is meant. A namesake, the same name to the letter, is as right as the one meant, except for numbers and famous names. */
export function isRight(
  { target, text, isFormerName, kind }: JudgedQuery,
  { record, matchedName }: Hit,
): boolean {
  if (target === undefined || record.uuid === target.uuid) return target !== undefined
  if (kind.startsWith('number') || kind.startsWith('famous')) return false
  if (isFormerName && areNamesakes(matchedName, text)) return true
  return areNamesakes(record.name, target.name)
}
