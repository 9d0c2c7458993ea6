/** Merges the pages of two images that have no company in common into one page. */
import { compareSortKeys, hasSameName } from '../names/ranking/rank.ts'
import type { Hit, SearchPage } from '../names/search/page.ts'
import type { HitLimits, ImagePage } from './types/image-page.ts'

/**
 * Returns the page that one image of all companies would give. Both pages must answer the same query with the
 * same limit and cursor. The order of hits is total and independent of images, so the first hits overall are
 * among the first of each.
 */
export function mergePages(a: ImagePage, b: ImagePage, limit: number, limits: HitLimits): SearchPage {
  const count = a.hitCount + b.hitCount
  const room = Math.max(0, limits.shownMax - a.hitsBefore - b.hitsBefore)
  const relatedRoom = Math.max(0, limits.relatedMax - a.relatedBefore - b.relatedBefore)
  const found = mergeHits(a.hits, b.hits)
  const all = hasSameName(found) ? found.filter(({ kind }) => kind !== 'related') : found
  const shown = all.slice(0, room)
  const unrelated = shown.filter(({ kind }) => kind !== 'related').length
  const hits = shown.slice(0, Math.min(limit, unrelated + relatedRoom))
  const isMore = a.more || b.more || found.length > hits.length
  return {
    hits,
    more: isMore && hits.length < room && hits.length < unrelated + relatedRoom,
    total: Math.min(count, limits.exactMax),
    totalIsExact: count <= limits.exactMax,
    truncated: count > limits.shownMax,
    partial: a.partial || b.partial,
  }
}

/** Sorting two sorted runs merges them. */
function mergeHits(a: readonly Hit[], b: readonly Hit[]): readonly Hit[] {
  if (b.length === 0) return a
  return [...a, ...b].sort((one, other) => compareSortKeys(one.key, other.key))
}
