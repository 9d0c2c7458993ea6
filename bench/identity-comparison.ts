/** Compares two answers to one question, and says what kind of difference it is. */
import { SCORE_MIN } from '../src/names/ranking/rank.ts'
import type { Hit, SearchPage } from '../src/names/search/page.ts'

/** Hits of a deep search that are compared. */
const DEEP_COMPARED = 10

/**
 * What differs: `related`: only names that are related, and count in no total; `limit`: similar names, of a query
 * that at least one of the two compares not all candidates of; `order`: the same hits in another order.
 */
export type Difference = 'related, equal scores' | 'related' | 'limit' | 'order' | 'other'

/** Returns `undefined` if the pages are the same: normal ones as a whole, of deep ones the first hits. */
export function pageDifference(
  ours: SearchPage,
  theirs: SearchPage,
  isDeep: boolean,
): Difference | undefined {
  const most = isDeep ? DEEP_COMPARED : Number.POSITIVE_INFINITY
  const [a, b] = [ours, theirs].map(({ hits }) => hits.slice(0, most)) as [Hit[], Hit[]]
  const isSame = sameLines(a, b) && (isDeep || totalsOf(ours) === totalsOf(theirs))
  if (isSame) return undefined
  if (isDeep && sameLines(a.filter(isCounted), b.filter(isCounted))) return relatedDifference(a, b)
  if (isDeep && !(ours.totalIsExact && theirs.totalIsExact)) return 'limit'
  return sameLines(a.toSorted(byUuid), b.toSorted(byUuid)) ? 'order' : 'other'
}

function relatedDifference(a: readonly Hit[], b: readonly Hit[]): Difference {
  const scores = [a, b].map((hits) => hits.map(({ score }) => score).join())
  return scores[0] === scores[1] ? 'related, equal scores' : 'related'
}

function isCounted({ score }: Hit): boolean {
  return score >= SCORE_MIN
}

function byUuid(a: Hit, b: Hit): number {
  return a.record.uuid < b.record.uuid ? -1 : 1
}

function sameLines(a: readonly Hit[], b: readonly Hit[]): boolean {
  return a.length === b.length && a.every((hit, i) => lineOf(hit) === lineOf(b[i] as Hit))
}

function totalsOf({ more, total, totalIsExact, truncated }: SearchPage): string {
  return JSON.stringify({ more, total, totalIsExact, truncated })
}

function lineOf({ record, key, kind, score, matchedName, matchedOn, reasons }: Hit): string {
  return `${kind} ${score} ${matchedName} ${JSON.stringify({ matchedOn, reasons, key, record })}`
}

/** Returns both lines of the first place where the pages differ. */
export function firstDifference(ours: SearchPage, theirs: SearchPage): string {
  const [a, b] = [ours, theirs].map((page) => [...page.hits.map(lineOf), totalsOf(page)]) as [
    string[],
    string[],
  ]
  const at = a.findIndex((line, i) => line !== b[i])
  const place = at < 0 ? a.length : at
  return `  place ${place + 1}\n    embedded   ${a[place]?.slice(0, 200)}\n    OpenSearch ${b[place]?.slice(0, 200)}`
}
