/** Looking up words in a sorted block of texts: a whole word by its hash, a beginning by halving. */
import { bucketOf, HASH_START, hashBytes, taggedThing, thingBits } from './hash-table.ts'

/** Sorted distinct texts: `bytes[starts[i] … starts[i + 1])` is the i-th. */
export interface Lexicon {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  /** The texts' places by the hash of their bytes (`taggedTable`). */
  readonly bucketStarts: Uint32Array
  readonly buckets: Uint32Array
  /** The first eight bytes of every `SIGN_GAP`-th text as two numbers, zeros behind the end. */
  readonly signs: Uint32Array
}

/**
 * Halving over all texts costs two cache misses a step. The signs are small enough to stay in the cache, and
 * leave few steps.
 */
const SIGN_GAP = 32
const HEAD_BYTES = 4

export const NO_TERMS: TermRange = { from: 0, to: 0 }

/** Half-open range of places in a lexicon. */
export interface TermRange {
  readonly from: number
  readonly to: number
}

/** The signs of sorted texts. */
export function signsOf(bytes: Uint8Array, starts: Uint32Array): Uint32Array {
  const signs = new Uint32Array(2 * Math.ceil((starts.length - 1) / SIGN_GAP))
  for (let sign = 0; sign < signs.length / 2; sign++) {
    const start = starts[sign * SIGN_GAP] as number
    const end = starts[sign * SIGN_GAP + 1] as number
    signs[sign * 2] = headAt(bytes, start, end)
    signs[sign * 2 + 1] = headAt(bytes, start + HEAD_BYTES, end)
  }
  return signs
}

/** Four bytes as one number, the first one highest. */
function headAt(bytes: Uint8Array, start: number, end: number): number {
  let head = 0
  for (let i = start; i < start + HEAD_BYTES; i++) head = (head << 8) | (i < end ? (bytes[i] as number) : 0)
  return head >>> 0
}

/** The terms that are exactly `word` (UTF-8): none, one, or neighbours where a lexicon repeats letters. */
export function termsEqualTo(lexicon: Lexicon, word: Uint8Array): TermRange {
  const from = firstEqualTo(lexicon, word)
  return from < 0 ? NO_TERMS : equalsFrom(lexicon, from, word)
}

/** The same where `term` must be the first of them, if it is one; `undefined`: it is not. */
export function termsFrom(lexicon: Lexicon, term: number, word: Uint8Array): TermRange | undefined {
  return isTerm(lexicon, term, word) ? equalsFrom(lexicon, term, word) : undefined
}

function equalsFrom(lexicon: Lexicon, from: number, word: Uint8Array): TermRange {
  let to = from + 1
  while (to < lexicon.starts.length - 1 && isTerm(lexicon, to, word)) to++
  return { from, to }
}

function firstEqualTo(lexicon: Lexicon, word: Uint8Array): number {
  const { bucketStarts, buckets, starts } = lexicon
  const hash = hashBytes(HASH_START, word, 0, word.length)
  const bucket = bucketOf(hash, bucketStarts.length - 1)
  const bits = thingBits(starts.length - 1)
  const end = bucketStarts[bucket + 1] as number
  for (let place = bucketStarts[bucket] as number; place < end; place++) {
    const term = taggedThing(buckets[place] as number, hash, bits)
    if (term >= 0 && isTerm(lexicon, term, word)) return term
  }
  return -1
}

function isTerm(lexicon: Lexicon, term: number, word: Uint8Array): boolean {
  const { starts } = lexicon
  const length = (starts[term + 1] as number) - (starts[term] as number)
  return length === word.length && beginsWith(lexicon, term, word)
}

/** The terms that begin with `beginning` (UTF-8), itself included; `known`: its own place, where it is a term. */
export function termsBeginningWith(lexicon: Lexicon, beginning: Uint8Array, known?: number): TermRange {
  const from = known ?? boundary(lexicon, beginning, false)
  // Most beginnings have few words: looked through from the first on, up to where the signs are quicker.
  let low = from
  const end = Math.min(from + SIGN_GAP, lexicon.starts.length - 1)
  while (low < end && beginsWith(lexicon, low, beginning)) low++
  return { from, to: low < from + SIGN_GAP ? low : boundary(lexicon, beginning, true) }
}

/** The first term that is not before `word`, or, `behind` it, that is neither before it nor begins with it. */
function boundary(lexicon: Lexicon, word: Uint8Array, behind: boolean): number {
  const sign = signBoundary(lexicon, word, behind)
  let low = Math.max(0, (sign - 1) * SIGN_GAP)
  let high = Math.min(sign * SIGN_GAP, lexicon.starts.length - 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(lexicon, middle, word, behind)) low = middle + 1
    else high = middle
  }
  return low
}

/** The first sign whose term is not before the boundary. */
function signBoundary(lexicon: Lexicon, word: Uint8Array, behind: boolean): number {
  const { signs } = lexicon
  const heads = [headAt(word, 0, word.length), headAt(word, HEAD_BYTES, word.length)] as const
  const masks = [maskOf(word.length), maskOf(word.length - HEAD_BYTES)] as const
  let low = 0
  let high = signs.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    const difference =
      (((signs[middle * 2] as number) & masks[0]) >>> 0) - heads[0] ||
      (((signs[middle * 2 + 1] as number) & masks[1]) >>> 0) - heads[1]
    if (difference === 0 ? isTieBefore(lexicon, middle, word, behind) : difference < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The sign is that of the word: it is decided where the word goes on behind the sign's letters. */
function isTieBefore(lexicon: Lexicon, sign: number, word: Uint8Array, behind: boolean): boolean {
  return word.length <= 2 * HEAD_BYTES ? behind : isBefore(lexicon, sign * SIGN_GAP, word, behind)
}

/** Ones over the first `bytes` of four bytes. */
function maskOf(bytes: number): number {
  if (bytes <= 0) return 0
  return bytes >= HEAD_BYTES ? -1 : -1 << (8 * (HEAD_BYTES - bytes))
}

function isBefore(lexicon: Lexicon, term: number, word: Uint8Array, behind: boolean): boolean {
  const { bytes, starts } = lexicon
  const start = starts[term] as number
  const length = (starts[term + 1] as number) - start
  const shorter = length < word.length ? length : word.length
  for (let i = 0; i < shorter; i++) {
    const difference = (bytes[start + i] as number) - (word[i] as number)
    if (difference !== 0) return difference < 0
  }
  return behind || length < word.length
}

function beginsWith({ bytes, starts }: Lexicon, term: number, beginning: Uint8Array): boolean {
  const start = starts[term] as number
  if ((starts[term + 1] as number) - start < beginning.length) return false
  for (let i = 0; i < beginning.length; i++) if (bytes[start + i] !== beginning[i]) return false
  return true
}
