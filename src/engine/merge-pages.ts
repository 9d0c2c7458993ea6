/** Merges the pages of two images that have no company in common into one page. */
import { compareSortKeys } from '../names/ranking/rank.ts'
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
  const hits = mergeHits(a.hits, b.hits, Math.min(limit, room))
  const isMore = a.more || b.more || a.hits.length + b.hits.length > hits.length
  return {
    hits,
    more: isMore && hits.length < room,
    total: Math.min(count, limits.exactMax),
    totalIsExact: count <= limits.exactMax,
    truncated: count > limits.shownMax,
    partial: a.partial || b.partial,
  }
}

/** Sorting two sorted runs merges them. */
function mergeHits(a: readonly Hit[], b: readonly Hit[], most: number): readonly Hit[] {
  if (b.length === 0 && a.length <= most) return a
  return [...a, ...b].sort((one, other) => compareSortKeys(one.key, other.key)).slice(0, most)
}
