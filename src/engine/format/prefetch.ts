/**
 * Reading ahead. A search through names waits for memory, not for the processor: names that are compared lie far apart. Where many
 * are about to be read, their places are *touched* first, all in a row: none of these reads depends on another, so the processor
 * waits for many at once.
 */

import { ROW_WORDS, seatIn } from './company-rows.ts'
import type { Blocks } from './layout.ts'

/** Documents that are worth touching at once: what they hold stays in the cache until it is read. */
export const PREFETCH_MAX = 128

/** Touches the words of `documents[from … to)`. The answer says nothing, but must be kept: else the reads would be left out as of no use. */
export function prefetchWords(
  { forward, forwardStarts }: Blocks,
  documents: Uint32Array,
  from: number,
  to: number,
): number {
  let sink = 0
  for (let i = from; i < to; i++) sink ^= forwardStarts[documents[i] as number] as number
  for (let i = from; i < to; i++) sink ^= forward[forwardStarts[documents[i] as number] as number] as number
  return sink
}

/** Touches the rows of companies, and of those that have their current names among documents; others are let be. */
export function prefetchRows({ companyRows }: Blocks, documents: ArrayLike<number>): number {
  let sink = 0
  for (let i = 0; i < documents.length; i++) sink ^= companyRows[(documents[i] as number) * ROW_WORDS] ?? 0
  return sink
}

/** Touches what the records of companies are read from. */
export function prefetchRecords(blocks: Blocks, companies: readonly number[]): number {
  const { companyRows, nameStarts, nameBytes, seatStarts, seatBytes } = blocks
  let sink = 0
  for (let i = 0; i < companies.length; i++) {
    const company = companies[i] as number
    const start = company * ROW_WORDS
    sink ^= companyRows[start] as number
    // A row may lie on two lines of the cache, and so may a name.
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
