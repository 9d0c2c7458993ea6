/** Looking up words in a sorted block of texts: a whole word by its hash, a beginning by halving. */
import { bucketOf, HASH_START, hashBytes } from './bucket-table.ts'

/** Sorted distinct texts: `bytes[starts[i] … starts[i + 1])` is the i-th. */
export interface Lexicon {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  /** The texts' places by the hash of their bytes (`BucketTable`). */
  readonly bucketStarts: Uint32Array
  readonly buckets: Uint32Array
}

const NO_TERMS: TermRange = { from: 0, to: 0 }

/** Half-open range of places in a lexicon. */
export interface TermRange {
  readonly from: number
  readonly to: number
}

/** The terms that are exactly `word` (UTF-8): none, one, or neighbours where a lexicon repeats letters. */
export function termsEqualTo(lexicon: Lexicon, word: Uint8Array): TermRange {
  const { bucketStarts, buckets } = lexicon
  const bucket = bucketOf(hashBytes(HASH_START, word, 0, word.length), bucketStarts.length - 1)
  const end = bucketStarts[bucket + 1] as number
  let place = bucketStarts[bucket] as number
  while (place < end && compareTerm(lexicon, buckets[place] as number, word) !== 0) place++
  if (place === end) return NO_TERMS
  const from = buckets[place] as number
  let to = from + 1
  while (to < lexicon.starts.length - 1 && compareTerm(lexicon, to, word) === 0) to++
  return { from, to }
}

/** The terms that begin with `beginning` (UTF-8), itself included. */
export function termsBeginningWith(lexicon: Lexicon, beginning: Uint8Array): TermRange {
  const from = firstNotBefore(lexicon, beginning)
  let low = from
  let high = lexicon.starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (beginsWith(lexicon, middle, beginning)) low = middle + 1
    else high = middle
  }
  return { from, to: low }
}

/** Binary search: the first term that is `word` or comes after it. */
function firstNotBefore(lexicon: Lexicon, word: Uint8Array): number {
  let low = 0
  let high = lexicon.starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareTerm(lexicon, middle, word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareTerm({ bytes, starts }: Lexicon, term: number, word: Uint8Array): number {
  const start = starts[term] as number
  const length = (starts[term + 1] as number) - start
  const common = length < word.length ? length : word.length
  for (let i = 0; i < common; i++) {
    const difference = (bytes[start + i] as number) - (word[i] as number)
    if (difference !== 0) return difference
  }
  return length - word.length
}

function beginsWith({ bytes, starts }: Lexicon, term: number, beginning: Uint8Array): boolean {
  const start = starts[term] as number
  if ((starts[term + 1] as number) - start < beginning.length) return false
  for (let i = 0; i < beginning.length; i++) if (bytes[start + i] !== beginning[i]) return false
  return true
}
