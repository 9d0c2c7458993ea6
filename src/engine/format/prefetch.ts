/**
 * Reading ahead. A search through names waits for memory, not for the processor: names that are compared lie far apart. Where many
 * are about to be read, their places are *touched* first, all in a row: none of these reads depends on another, so the processor
 * waits for many at once.
 */

import { ROW_WORDS, seatIn } from './company-rows.ts'
import type { Blocks } from './layout.ts'

/** Documents that are worth touching at once: what they hold stays in the cache until it is read. */
export const TOUCHED_MAX = 128

/** Touches the words of `documents[from … to)`. The answer says nothing, but must be kept: else the reads would be left out as of no use. */
export function touchWords(
  { forward, forwardStarts }: Blocks,
  documents: Uint32Array,
  from: number,
  to: number,
): number {
  let touched = 0
  for (let i = from; i < to; i++) touched ^= forwardStarts[documents[i] as number] as number
  for (let i = from; i < to; i++)
    touched ^= forward[forwardStarts[documents[i] as number] as number] as number
  return touched
}

/** Touches the rows of companies, and of those that have their current names among documents; others are let be. */
export function touchRows({ companyRows }: Blocks, documents: ArrayLike<number>): number {
  let touched = 0
  for (let i = 0; i < documents.length; i++) touched ^= companyRows[(documents[i] as number) * ROW_WORDS] ?? 0
  return touched
}

/** Touches what the records of companies are read from. */
export function touchRecords(blocks: Blocks, companies: readonly number[]): number {
  const { companyRows, nameStarts, nameBytes, seatStarts, seatBytes } = blocks
  let touched = 0
  for (let i = 0; i < companies.length; i++) {
    const company = companies[i] as number
    const start = company * ROW_WORDS
    touched ^= companyRows[start] as number
    // A row may lie on two lines of the cache, and so may a name.
    touched ^= companyRows[start + ROW_WORDS - 1] as number
    touched ^= nameStarts[company] as number
  }
  for (let i = 0; i < companies.length; i++) {
    const company = companies[i] as number
    touched ^= nameBytes[nameStarts[company] as number] as number
    touched ^= nameBytes[(nameStarts[company + 1] as number) - 1] as number
    touched ^= seatBytes[seatStarts[seatIn(companyRows, company)] as number] as number
  }
  return touched
}
