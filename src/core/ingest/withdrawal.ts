/** What an import withdraws at its end. */

/**
 * What an import withdraws. `missing`: the files are a complete snapshot of their sources, so what they do not
 * contain is gone; `listed`: the files list what is gone, and nothing else of them is stored.
 */
export const WITHDRAWALS = ['nothing', 'missing', 'listed'] as const
/** One of `WITHDRAWALS`. */
export type Withdrawal = (typeof WITHDRAWALS)[number]
