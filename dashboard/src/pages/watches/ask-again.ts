/** When to ask again for webhooks whose state changes by itself. */
import type { AppWatchesAnswer } from '../../api/types.ts'

/** A webhook that sends is asked for so often. */
export const ASK_AGAIN_MS = 1_000
/**
 * One that sends for longer, or waits for its next attempt: the first ones are made after 5 and 30 seconds, and each
 * answer counts the companies of all lists.
 */
export const ASK_SLOWLY_MS = 5_000
/** Answers in a row after which it is asked for slowly. */
export const QUICK_ANSWERS = 10

/** The query of the lists and webhooks, with the number of its answers. */
interface Asking {
  readonly state: { readonly data?: AppWatchesAnswer | undefined; readonly dataUpdateCount: number }
}

/** With how many answers a query began to see a webhook that sends. */
const begun = new WeakMap<Asking, number>()

/** Returns in how many ms to ask again; `false`: no state changes by itself. */
export function askAgainIn(query: Asking): number | false {
  const { data, dataUpdateCount } = query.state
  const sending = data?.webhooks.filter(({ state, waiting }) => state === 'active' && waiting > 0) ?? []
  if (sending.length === 0) {
    begun.delete(query)
    return false
  }
  const since = begun.get(query) ?? dataUpdateCount
  begun.set(query, since)
  const isQuick = dataUpdateCount - since < QUICK_ANSWERS && sending.some(({ failing }) => failing === null)
  return isQuick ? ASK_AGAIN_MS : ASK_SLOWLY_MS
}
