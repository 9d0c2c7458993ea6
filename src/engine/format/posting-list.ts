/** Sorted lists of documents: the raw material of every search. */

/** Documents `all[from … to)`, ascending. */
export interface PostingRange {
  readonly documents: Uint32Array
  readonly from: number
  readonly to: number
}

export interface PostingList extends PostingRange {
  /** The word that all of them hold; -1 when it is no single plain word. */
  readonly word: number
  /** The same for live documents, one bit each, where the word is common. */
  readonly liveBitmap: Uint32Array | undefined
}

/** One shape for all lists, so that the loops over them stay quick. */
export function postingList(
  documents: Uint32Array,
  from: number,
  to: number,
  word = -1,
  liveBitmap?: Uint32Array,
): PostingList {
  return { documents, from, to, word, liveBitmap }
}

/** First place in `all[from … to)` that holds `document` or a later one; steps double, then halve (galloping). */
export function gallop(documents: Uint32Array, from: number, to: number, document: number): number {
  let step = 1
  let low = from
  while (low + step < to && (documents[low + step] as number) < document) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((documents[middle] as number) < document) low = middle + 1
    else high = middle
  }
  return low
}

/** How many documents the lists hold, those that are in several counted as often. */
export function postingCount(lists: readonly PostingList[]): number {
  let length = 0
  for (const { from, to } of lists) length += to - from
  return length
}

export const EMPTY_POSTINGS: PostingList = postingList(new Uint32Array(0), 0, 0)

/** The documents in [from, to) of several lists in one, ascending, each once. Sorts: for up to a few thousand. */
export function unitePostings(lists: readonly PostingList[], from: number, to: number): PostingList {
  if (lists.length === 0) return EMPTY_POSTINGS
  const documents = new Uint32Array(postingCount(lists))
  let filled = 0
  for (const list of lists) {
    for (let i = list.from; i < list.to; i++) {
      const document = list.documents[i] as number
      if (document >= from && document < to) documents[filled++] = document
    }
  }
  return postingList(documents, 0, removeDuplicates(documents.subarray(0, filled).sort()))
}

/** Moves the different ones of sorted numbers to the front; how many there are. */
function removeDuplicates(sorted: Uint32Array): number {
  let kept = 0
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i] as number
  return kept
}

/**
 * Sets the bits of the documents before `to` in slices of a block, each ascending: `all[starts[i] … starts[i + 1])` for each i in
 * [first, last); how many were not set before.
 */
export function setBitsOfSlices(
  documents: Uint32Array,
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
      const document = documents[i] as number
      if (document >= to) break
      const word = bits[document >>> 5] as number
      count += ((word >>> (document & 31)) & 1) ^ 1
      bits[document >>> 5] = word | (1 << (document & 31))
    }
  }
  return count
}

/** Sets the bit `document - from` of every document in [from, to) that the lists hold; how many were not set before. */
export function setBitsOfLists(
  lists: readonly PostingList[],
  bits: Uint32Array,
  from: number,
  to: number,
): number {
  const span = to - from
  let count = 0
  for (const { documents, from: first, to: last } of lists) {
    for (let i = first; i < last; i++) {
      const place = ((documents[i] as number) - from) >>> 0
      if (place >= span) continue
      const word = bits[place >>> 5] as number
      count += ((word >>> (place & 31)) & 1) ^ 1
      bits[place >>> 5] = word | (1 << (place & 31))
    }
  }
  return count
}
