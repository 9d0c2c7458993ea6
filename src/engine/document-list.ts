/** Sorted lists of documents: the raw material of every search. */

/** Documents `all[from … to)`, ascending. */
export interface DocumentList {
  readonly all: Uint32Array
  readonly from: number
  readonly to: number
  /** The same for live documents, one bit each, where the word is common. */
  readonly liveBits?: Uint32Array
}

/** First place in `all[from … to)` that holds `document` or a later one; steps double, then halve (galloping). */
export function gallop(all: Uint32Array, from: number, to: number, document: number): number {
  let step = 1
  let low = from
  while (low + step < to && (all[low + step] as number) < document) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((all[middle] as number) < document) low = middle + 1
    else high = middle
  }
  return low
}

/** How many documents the lists hold, those that are in several counted as often. */
export function lengthOf(lists: readonly DocumentList[]): number {
  let length = 0
  for (const { from, to } of lists) length += to - from
  return length
}

export const NO_DOCUMENTS: DocumentList = { all: new Uint32Array(0), from: 0, to: 0 }

/**
 * Up to this many are sorted, beyond that bits are set and read: at 1.5 million companies both take some 40 µs
 * for as many.
 */
const SORTED_MAX = 1024

/** The documents in [from, to) of several lists in one, ascending, each once. */
export function uniteLists(lists: readonly DocumentList[], from: number, to: number): DocumentList {
  const count = lengthOf(lists)
  if (count === 0) return NO_DOCUMENTS
  const all =
    count <= SORTED_MAX ? uniteBySorting(lists, count, from, to) : uniteByBits(lists, count, from, to)
  return { all, from: 0, to: all.length }
}

function uniteBySorting(
  lists: readonly DocumentList[],
  count: number,
  from: number,
  to: number,
): Uint32Array {
  const all = new Uint32Array(count)
  let filled = 0
  for (const list of lists) {
    for (let i = list.from; i < list.to; i++) {
      const document = list.all[i] as number
      if (document >= from && document < to) all[filled++] = document
    }
  }
  return distinct(all.subarray(0, filled).sort())
}

function distinct(sorted: Uint32Array): Uint32Array {
  let kept = 0
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i] as number
  return sorted.subarray(0, kept)
}

function uniteByBits(lists: readonly DocumentList[], count: number, from: number, to: number): Uint32Array {
  const span = to - from
  const bits = new Uint32Array((span >>> 5) + 1)
  for (const { all, from: first, to: last } of lists) {
    for (let i = first; i < last; i++) {
      const place = (all[i] as number) - from
      if (place >= 0 && place < span) bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31))
    }
  }
  return readBits(bits, from, Math.min(count, span))
}

function readBits(bits: Uint32Array, from: number, countMax: number): Uint32Array {
  const all = new Uint32Array(countMax)
  let filled = 0
  for (let i = 0; i < bits.length; i++) {
    let left = bits[i] as number
    while (left !== 0) {
      const lowest = left & -left
      all[filled++] = from + i * 32 + 31 - Math.clz32(lowest)
      left ^= lowest
    }
  }
  return all.subarray(0, filled)
}
