/** The index of the sandbox, which simulates for two names the results of a big register. */
import { whenReady } from '../awaitable.ts'
import { HITS_MAX, type NameIndex, TOTAL_EXACT_MAX } from '../search/name-index.ts'

/** The name for which a deep search is marked as out of time. */
export const PARTIAL_NAME = 'Sandbox Partial'
/** The name for which a search is marked as having more hits than are shown. */
export const TRUNCATED_NAME = 'Sandbox Truncated'

/** Wraps an index; only the results for the two names differ. */
export function sandboxIndex(index: NameIndex): NameIndex {
  return {
    search(question) {
      return whenReady(index.search(question), (page) => {
        if (question.deep && question.name === PARTIAL_NAME) return { ...page, partial: true }
        if (question.name !== TRUNCATED_NAME) return page
        return { ...page, total: TOTAL_EXACT_MAX, totalIsExact: false, truncated: true }
      })
    },
    corrections: (text) => index.corrections(text),
    facets(question) {
      return whenReady(index.facets(question), (facets) => {
        if (question.deep && question.name === PARTIAL_NAME)
          return { ...facets, isExact: false, partial: true }
        return question.name === TRUNCATED_NAME ? { ...facets, total: HITS_MAX, isExact: false } : facets
      })
    },
    state: () => index.state(),
  }
}
