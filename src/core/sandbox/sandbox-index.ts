/** The index of the sandbox: it says of two questions what only a big register would say. */
import { type NameIndex, TOTAL_EXACT_MAX } from '../search/name-index.ts'

/** A deep search for it ends as one that ran out of time. */
export const PARTIAL_NAME = 'Sandbox Partial'
/** A search for it ends as one with more hits than are shown. */
export const TRUNCATED_NAME = 'Sandbox Truncated'

/** Finds what `index` finds. */
export function sandboxIndex(index: NameIndex): NameIndex {
  return {
    search(question) {
      const page = index.search(question)
      if (question.deep && question.name === PARTIAL_NAME) return { ...page, partial: true }
      if (question.name !== TRUNCATED_NAME) return page
      return { ...page, total: TOTAL_EXACT_MAX, totalIsExact: false, truncated: true }
    },
    state: () => index.state(),
  }
}
