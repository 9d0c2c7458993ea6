/** Posting lists: ascending lists of documents. */
import type { Zone } from './layout.ts'
import { ZONES } from './layout.ts'

/** The documents `documents[from … to)`, ascending. */
export interface PostingRange {
  readonly documents: Uint32Array
  readonly from: number
  readonly to: number
}

/** A posting list with what speeds up conjunctions. */
export interface PostingList extends PostingRange {
  /** The word whose postings these are; -1 when it is not a single plain word. */
  readonly word: number
  /** Bitmap of the live documents of the list, where the word is common among them. */
  readonly liveBitmap: Uint32Array | undefined
  /** Bitmap of the removed documents of the list, counted from the start of their zone, where the word is common. */
  readonly removedBitmap: Uint32Array | undefined
}

/** Creates a posting list. All lists have one object shape, which keeps the loops over them monomorphic. */
export function postingList(
  documents: Uint32Array,
  from: number,
  to: number,
  word = -1,
  liveBitmap?: Uint32Array,
  removedBitmap?: Uint32Array,
): PostingList {
  return { documents, from, to, word, liveBitmap, removedBitmap }
}

/** Returns the bitmap of the list's documents of a zone, if there is one; bit 0 is the first of the zone. */
export function bitmapIn({ liveBitmap, removedBitmap }: PostingList, zone: Zone): Uint32Array | undefined {
  if (zone === ZONES.live) return liveBitmap
  return zone === ZONES.removed ? removedBitmap : undefined
}

/**
 * Returns the first index in `documents[from … to)` whose document is `document` or later. Exponential
 * search, then binary search (galloping).
 */
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

/** Returns the list of the documents in [from, to). */
export function within(list: PostingList, from: number, to: number): PostingList {
  const { documents, word, liveBitmap, removedBitmap } = list
  const first = from === 0 ? list.from : gallop(documents, list.from, list.to, from)
  return postingList(documents, first, gallop(documents, first, list.to, to), word, liveBitmap, removedBitmap)
}

/** Returns the number of postings of the lists; documents in several lists count several times. */
export function postingCount(lists: readonly PostingList[]): number {
  let length = 0
  for (const { from, to } of lists) length += to - from
  return length
}

/** Returns the documents that are in all lists, ascending; there must be a list. */
export function intersectPostings(lists: readonly PostingRange[]): readonly number[] {
  const [lead, ...others] = lists.toSorted((a, b) => a.to - a.from - (b.to - b.from)) as [PostingRange]
  let found: readonly number[] = [...lead.documents.subarray(lead.from, lead.to)]
  for (const { documents, from, to } of others as readonly PostingRange[]) {
    let position = from
    found = found.filter((document) => {
      position = gallop(documents, position, to, document)
      return position < to && documents[position] === document
    })
  }
  return found
}

/** A posting list without documents. */
export const EMPTY_POSTINGS: PostingList = postingList(new Uint32Array(0), 0, 0)

/**
 * Returns the union of the lists within [from, to): ascending, without duplicates. It sorts, so it is meant
 * for a few thousand postings.
 */
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

/** Moves the distinct values of a sorted array to the front; returns their number. */
function removeDuplicates(sorted: Uint32Array): number {
  let kept = 0
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i] as number
  return kept
}

/**
 * Sets the bits of the documents before `to` in ascending slices: `documents[starts[i] … starts[i
 * + 1])` for each i in [first, last). Returns how many bits were not set before.
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

/**
 * Sets the bit `document - from` of every document in [from, to) of the lists. Returns how many bits were not
 * set before.
 */
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
      const bit = ((documents[i] as number) - from) >>> 0
      if (bit >= span) continue
      const word = bits[bit >>> 5] as number
      count += ((word >>> (bit & 31)) & 1) ^ 1
      bits[bit >>> 5] = word | (1 << (bit & 31))
    }
  }
  return count
}
