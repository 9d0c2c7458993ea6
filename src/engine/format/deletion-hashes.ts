/**
 * Deletion neighbourhoods: two words within one or two edits become equal when letters are deleted from the
 * prefixes of both. So a word can be found by the hashes of its prefix with letters deleted.
 *
 * After T. Bocek, E. Hunt, B. Stiller, "Fast similarity search in large dictionaries", University of Zurich,
 * ifi-2007.02, and W. Garbe's SymSpell (prefixes only).
 */

import { editsMax } from '../../names/likeness/word-likeness.ts'
import type { Letters } from '../../names/text/letters.ts'

/** Letters of a prefix. Fewer letters mean fewer hashes to store, but more words to compare for each. */
export const PREFIX_LETTERS = 7
/** Maximum number of hashes of one prefix: 6 letters, one or two of them deleted. */
export const HASHES_MAX = 21

const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193

/**
 * By number of letters of a prefix: the lengths that remain after deletions. Two words that may have k edits
 * and whose longer prefix has m letters agree in m - k letters that remain of both. So only these lengths are
 * stored, and not all of 0 … k deletions.
 */
const REMAINING_LENGTHS: readonly (readonly number[])[] = Array.from(
  { length: PREFIX_LETTERS + 1 },
  (_, letters) => remainingLengths(letters),
)

function remainingLengths(letters: number): readonly number[] {
  const lengths = new Set<number>()
  for (let other = 1; other <= PREFIX_LETTERS; other++) {
    const remaining = Math.max(letters, other) - editsMax(letters, other)
    if (remaining <= Math.min(letters, other)) lengths.add(remaining)
  }
  return [...lengths]
}

/**
 * Writes the hashes of a word's deletion neighbourhood into `hashes` (room for `HASHES_MAX`); returns their
 * number.
 */
export function deletionHashes({ codes, length }: Letters, hashes: Uint32Array): number {
  const letters = Math.min(PREFIX_LETTERS, length)
  let count = 0
  for (const remaining of REMAINING_LENGTHS[letters] as readonly number[]) {
    if (remaining === letters) hashes[count++] = hashWithout(codes, letters, letters, letters)
    else if (remaining === letters - 1) count = hashWithoutOne(codes, letters, hashes, count)
    else count = hashWithoutTwo(codes, letters, hashes, count)
  }
  return count
}

/** In a run of equal letters only the first is deleted: deleting another one leaves the same letters. */
function hashWithoutOne(codes: Uint32Array, letters: number, hashes: Uint32Array, from: number): number {
  let count = from
  for (let i = 0; i < letters; i++) {
    if (i === 0 || codes[i] !== codes[i - 1]) hashes[count++] = hashWithout(codes, letters, i, letters)
  }
  return count
}

function hashWithoutTwo(codes: Uint32Array, letters: number, hashes: Uint32Array, from: number): number {
  let count = from
  for (let i = 0; i < letters - 1; i++) {
    if (i > 0 && codes[i] === codes[i - 1]) continue
    for (let j = i + 1; j < letters; j++) {
      if (j === i + 1 || codes[j] !== codes[j - 1]) hashes[count++] = hashWithout(codes, letters, i, j)
    }
  }
  return count
}

/**
 * Returns the hash of the first `letters` letters without those at `one` and `two`: FNV-1a, finalised as in
 * MurmurHash3.
 */
function hashWithout(codes: Uint32Array, letters: number, one: number, two: number): number {
  let hash = HASH_START
  for (let i = 0; i < letters; i++) {
    if (i !== one && i !== two) hash = Math.imul(hash ^ (codes[i] as number), HASH_PRIME)
  }
  return mix(hash)
}

function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** Returns the hash of a loose key or phonetic code. */
export function hashLetters({ codes, length }: Letters): number {
  let hash = HASH_START
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ (codes[i] as number), HASH_PRIME)
  return mix(hash)
}

/**
 * Bits of a signature that stand for letters. The bits above hold the length, up to `SIGNATURE_LENGTH_MAX`.
 */
const LETTER_BITS = 26
const LETTERS_MASK = (1 << LETTER_BITS) - 1
const SIGNATURE_LENGTH_MAX = 63

/**
 * Returns the signature of a word: one bit per letter that occurs (letters beyond a-z share them) and the
 * length.
 */
export function signatureOf({ codes, length }: Letters): number {
  let bits = 0
  for (let i = 0; i < length; i++) bits |= 1 << ((codes[i] as number) % LETTER_BITS)
  return (bits | (Math.min(SIGNATURE_LENGTH_MAX, length) << LETTER_BITS)) >>> 0
}

/** Returns the word's number of letters, at most `SIGNATURE_LENGTH_MAX`. */
export function signatureLength(signature: number): number {
  return signature >>> LETTER_BITS
}

/**
 * Returns false only if no words of these signatures are within `edits` edits: an edit adds at most one new
 * letter to either word and changes the length by at most one.
 */
export function mayBeWithinEdits(edits: number, signature: number, other: number): boolean {
  const lengthDifference = signatureLength(signature) - signatureLength(other)
  if (lengthDifference > edits || lengthDifference < -edits) return false
  const difference = (signature ^ other) & LETTERS_MASK
  return popCount(difference & signature) <= edits && popCount(difference & other) <= edits
}

/** Returns the number of set bits (H. S. Warren, "Hacker's Delight", chapter 5). */
function popCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns the number of prefixes in the section. */
export function prefixCount(prefixes: Uint32Array): number {
  return prefixes.length - 1
}

/** Returns the number of bits that a prefix needs. */
export function prefixBits(prefixes: Uint32Array): number {
  return 32 - Math.clz32(Math.max(1, prefixCount(prefixes) - 1))
}
