/**
 * Prefetching. A search waits for memory, not for the processor: the names that it compares are far apart.
 * Before many of them are read, one value of each is loaded in a loop. These loads do not depend on each
 * other, so the processor runs many at once, and the values are in the cache when they are needed.
 */

import { ROW_WORDS, seatIn } from './company-rows.ts'
import type { Sections } from './layout.ts'

/** Documents to prefetch at once; their data stays in the cache until it is read. */
export const PREFETCH_MAX = 128

/**
 * Prefetches the words of `documents[from … to)`. The caller must store the result: otherwise the compiler
 * could drop the loads.
 */
export function prefetchWords(
  { forward, forwardStarts }: Sections,
  documents: Uint32Array,
  from: number,
  to: number,
): number {
  let sink = 0
  for (let i = from; i < to; i++) sink ^= forwardStarts[documents[i] as number] as number
  for (let i = from; i < to; i++) sink ^= forward[forwardStarts[documents[i] as number] as number] as number
  return sink
}

/** Prefetches the rows of companies. Documents that are former names have no row and are skipped. */
export function prefetchRows({ companyRows }: Sections, documents: ArrayLike<number>): number {
  let sink = 0
  for (let i = 0; i < documents.length; i++) sink ^= companyRows[(documents[i] as number) * ROW_WORDS] ?? 0
  return sink
}

/** Prefetches all that the records of companies are read from. */
export function prefetchRecords(sections: Sections, companies: readonly number[]): number {
  const { companyRows, nameStarts, nameBytes, seatStarts, seatBytes } = sections
  let sink = 0
  for (let i = 0; i < companies.length; i++) {
    const company = companies[i] as number
    const start = company * ROW_WORDS
    sink ^= companyRows[start] as number
    // A row, and also a name, may span two cache lines.
    sink ^= companyRows[start + ROW_WORDS - 1] as number
    sink ^= nameStarts[company] as number
  }
  for (let i = 0; i < companies.length; i++) {
    const company = companies[i] as number
    sink ^= nameBytes[nameStarts[company] as number] as number
    sink ^= nameBytes[(nameStarts[company + 1] as number) - 1] as number
    sink ^= seatBytes[seatStarts[seatIn(companyRows, company)] as number] as number
  }
  return sink
}
