/** The statuses of a company, as imports, stores, indexes and searches name them. */

/**
 * All statuses; `unknown` where the source has no usable one. New ones go to the end: an index stores their
 * places.
 */
export const STATUSES = ['active', 'liquidation', 'insolvency', 'removed', 'unknown'] as const
/** One of `STATUSES`. */
export type Status = (typeof STATUSES)[number]
