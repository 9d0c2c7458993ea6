/**
 * Reading ahead. A search through names waits for memory, not for the processor: names that are compared lie far apart. Where many
 * are about to be read, their places are *touched* first, all in a row: none of these reads depends on another, so the processor
 * waits for many at once.
 */
import type { Blocks } from './blocks.ts'

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

/** Touches the seats of the companies that have their current names among the documents. */
export function touchSeats({ seats }: Blocks, documents: Uint32Array): number {
  let touched = 0
  for (let i = 0; i < documents.length; i++) touched ^= seats[documents[i] as number] ?? 0
  return touched
}
