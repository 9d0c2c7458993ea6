/** Term dictionaries: sorted distinct texts. A whole term is found by its hash, a prefix by binary search. */
import { bucketOf, HASH_START, hashBytes, idMask, taggedId } from './hash-table.ts'

/** Distinct texts: `bytes[starts[i] … starts[i + 1])` is term i. */
export interface HashedTerms {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  /** Terms by the hash of their bytes (`buildTaggedTable`). */
  readonly bucketStarts: Uint32Array
  readonly buckets: Uint32Array
}

/** Sorted distinct texts. */
export interface TermDictionary extends HashedTerms {
  /** The first eight bytes of every `INDEX_INTERVAL`-th term as two numbers, padded with zeros. */
  readonly sparseIndex: Uint32Array
}

/**
 * Binary search over all terms costs two cache misses per step. The sparse index is small enough to stay in
 * the cache and leaves few of these steps.
 */
const INDEX_INTERVAL = 32
const HEAD_BYTES = 4

/** An empty range. */
export const NO_TERMS: TermRange = { from: 0, to: 0 }

/** A half-open range of terms. */
export interface TermRange {
  readonly from: number
  readonly to: number
}

/** Returns the sparse index of sorted texts. */
export function sparseIndexOf(bytes: Uint8Array, starts: Uint32Array): Uint32Array {
  const sparseIndex = new Uint32Array(2 * Math.ceil((starts.length - 1) / INDEX_INTERVAL))
  for (let sample = 0; sample < sparseIndex.length / 2; sample++) {
    const start = starts[sample * INDEX_INTERVAL] as number
    const end = starts[sample * INDEX_INTERVAL + 1] as number
    sparseIndex[sample * 2] = headAt(bytes, start, end)
    sparseIndex[sample * 2 + 1] = headAt(bytes, start + HEAD_BYTES, end)
  }
  return sparseIndex
}

/** Returns four bytes as one big-endian number. */
function headAt(bytes: Uint8Array, start: number, end: number): number {
  let head = 0
  for (let i = start; i < start + HEAD_BYTES; i++) head = (head << 8) | (i < end ? (bytes[i] as number) : 0)
  return head >>> 0
}

/**
 * Returns the terms equal to `word` (UTF-8): none, one, or adjacent ones where the dictionary repeats
 * letters.
 */
export function termsEqualTo(dictionary: HashedTerms, word: Uint8Array): TermRange {
  const from = firstEqualTo(dictionary, word)
  return from < 0 ? NO_TERMS : equalsFrom(dictionary, from, word)
}

/**
 * Returns the same where the range must start at `term`, if at all; `undefined` when `term` is not equal to
 * `word`.
 */
export function termsEqualToFrom(
  dictionary: TermDictionary,
  term: number,
  word: Uint8Array,
): TermRange | undefined {
  return isTerm(dictionary, term, word) ? equalsFrom(dictionary, term, word) : undefined
}

function equalsFrom(dictionary: HashedTerms, from: number, word: Uint8Array): TermRange {
  let to = from + 1
  while (to < dictionary.starts.length - 1 && isTerm(dictionary, to, word)) to++
  return { from, to }
}

function firstEqualTo(dictionary: HashedTerms, word: Uint8Array): number {
  const { bucketStarts, buckets, starts } = dictionary
  const hash = hashBytes(HASH_START, word, 0, word.length)
  const bucket = bucketOf(hash, bucketStarts.length - 1)
  const mask = idMask(starts.length - 1)
  const end = bucketStarts[bucket + 1] as number
  for (let position = bucketStarts[bucket] as number; position < end; position++) {
    const term = taggedId(buckets[position] as number, hash, mask)
    if (term >= 0 && isTerm(dictionary, term, word)) return term
  }
  return -1
}

function isTerm(dictionary: HashedTerms, term: number, word: Uint8Array): boolean {
  const { starts } = dictionary
  const length = (starts[term + 1] as number) - (starts[term] as number)
  return length === word.length && hasPrefix(dictionary, term, word)
}

/**
 * Returns the terms that start with `prefix` (UTF-8), an equal term included; `ownTerm`: that equal term,
 * when known.
 */
export function termsWithPrefix(dictionary: TermDictionary, prefix: Uint8Array, ownTerm?: number): TermRange {
  const from = ownTerm ?? boundary(dictionary, prefix, false)
  // Most prefixes have few terms: a linear scan, until the sparse index is faster.
  let low = from
  const end = Math.min(from + INDEX_INTERVAL, dictionary.starts.length - 1)
  while (low < end && hasPrefix(dictionary, low, prefix)) low++
  return { from, to: low < from + INDEX_INTERVAL ? low : boundary(dictionary, prefix, true) }
}

/**
 * Returns the first term that is not before `word`; with `isAfter`, the first behind all terms that start
 * with it.
 */
function boundary(dictionary: TermDictionary, word: Uint8Array, isAfter: boolean): number {
  const sample = sparseBoundary(dictionary, word, isAfter)
  let low = Math.max(0, (sample - 1) * INDEX_INTERVAL)
  let high = Math.min(sample * INDEX_INTERVAL, dictionary.starts.length - 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(dictionary, middle, word, isAfter)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the first sample of the sparse index whose term is not before the boundary. */
function sparseBoundary(dictionary: TermDictionary, word: Uint8Array, isAfter: boolean): number {
  const { sparseIndex } = dictionary
  const heads = [headAt(word, 0, word.length), headAt(word, HEAD_BYTES, word.length)] as const
  const masks = [maskOf(word.length), maskOf(word.length - HEAD_BYTES)] as const
  let low = 0
  let high = sparseIndex.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    const difference =
      (((sparseIndex[middle * 2] as number) & masks[0]) >>> 0) - heads[0] ||
      (((sparseIndex[middle * 2 + 1] as number) & masks[1]) >>> 0) - heads[1]
    if (difference === 0 ? isTieBefore(dictionary, middle, word, isAfter) : difference < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Breaks a tie of the first eight bytes: longer words are compared in full. */
function isTieBefore(
  dictionary: TermDictionary,
  sample: number,
  word: Uint8Array,
  isAfter: boolean,
): boolean {
  return word.length <= 2 * HEAD_BYTES
    ? isAfter
    : isBefore(dictionary, sample * INDEX_INTERVAL, word, isAfter)
}

/** Returns a mask over the first `bytes` of four bytes. */
function maskOf(bytes: number): number {
  if (bytes <= 0) return 0
  return bytes >= HEAD_BYTES ? -1 : -1 << (8 * (HEAD_BYTES - bytes))
}

function isBefore(dictionary: TermDictionary, term: number, word: Uint8Array, isAfter: boolean): boolean {
  const { bytes, starts } = dictionary
  const start = starts[term] as number
  const length = (starts[term + 1] as number) - start
  const shorter = length < word.length ? length : word.length
  for (let i = 0; i < shorter; i++) {
    const difference = (bytes[start + i] as number) - (word[i] as number)
    if (difference !== 0) return difference < 0
  }
  return isAfter || length < word.length
}

function hasPrefix({ bytes, starts }: HashedTerms, term: number, prefix: Uint8Array): boolean {
  const start = starts[term] as number
  if ((starts[term + 1] as number) - start < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (bytes[start + i] !== prefix[i]) return false
  return true
}
