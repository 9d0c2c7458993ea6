/** Sorted lists of documents: the raw material of every search. */

/** Documents `all[from … to)`, ascending. */
export interface DocumentRange {
  readonly all: Uint32Array
  readonly from: number
  readonly to: number
}

export interface DocumentList extends DocumentRange {
  /** The word that all of them hold; -1 when it is no single plain word. */
  readonly word: number
  /** The same for live documents, one bit each, where the word is common. */
  readonly liveBits: Uint32Array | undefined
}

/** One shape for all lists, so that the loops over them stay quick. */
export function listOf(
  all: Uint32Array,
  from: number,
  to: number,
  word = -1,
  liveBits?: Uint32Array,
): DocumentList {
  return { all, from, to, word, liveBits }
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

export const NO_DOCUMENTS: DocumentList = listOf(new Uint32Array(0), 0, 0)

/** The documents in [from, to) of several lists in one, ascending, each once. Sorts: for up to a few thousand. */
export function uniteLists(lists: readonly DocumentList[], from: number, to: number): DocumentList {
  if (lists.length === 0) return NO_DOCUMENTS
  const all = new Uint32Array(lengthOf(lists))
  let filled = 0
  for (const list of lists) {
    for (let i = list.from; i < list.to; i++) {
      const document = list.all[i] as number
      if (document >= from && document < to) all[filled++] = document
    }
  }
  return listOf(all, 0, distinct(all.subarray(0, filled).sort()))
}

/** Moves the different ones of sorted numbers to the front; how many there are. */
function distinct(sorted: Uint32Array): number {
  let kept = 0
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i] as number
  return kept
}

/**
 * Sets the bits of the documents before `to` in slices of a block, each ascending: `all[starts[i] … starts[i + 1])` for each i in
 * [first, last); how many were not set before.
 */
export function markSlices(
  all: Uint32Array,
  starts: Uint32Array,
  first: number,
  last: number,
  bits: Uint32Array,
  to: number,
): number {
  let count = 0
  for (let slice = first; slice < last; slice++) {
    const end = starts[slice + 1] as number
    for (let i = starts[slice] as number; i < end; i++) {
      const document = all[i] as number
      if (document >= to) break
      const word = bits[document >>> 5] as number
      count += ((word >>> (document & 31)) & 1) ^ 1
      bits[document >>> 5] = word | (1 << (document & 31))
    }
  }
  return count
}

/** Sets the bit `document - from` of every document in [from, to) that the lists hold; how many were not set before. */
export function markLists(
  lists: readonly DocumentList[],
  bits: Uint32Array,
  from: number,
  to: number,
): number {
  const span = to - from
  let count = 0
  for (const { all, from: first, to: last } of lists) {
    for (let i = first; i < last; i++) {
      const place = ((all[i] as number) - from) >>> 0
      if (place >= span) continue
      const word = bits[place >>> 5] as number
      count += ((word >>> (place & 31)) & 1) ^ 1
      bits[place >>> 5] = word | (1 << (place & 31))
    }
  }
  return count
}
