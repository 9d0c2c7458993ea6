/**
 * Writes the fuzzy index: hash tables of deletion neighbourhoods, loose keys and phonetic codes, each over
 * words and joined words together.
 */

import { writeCologneCode } from '../../names/text/cologne-phonetics.ts'
import { Letters } from '../../names/text/letters.ts'
import { writeLooseKey } from '../../names/text/loose-key.ts'
import {
  deletionHashes,
  HASHES_MAX,
  hashLetters,
  PREFIX_LETTERS,
  prefixBits,
  prefixCount,
  signatureOf,
} from '../format/deletion-hashes.ts'
import type { HashTable } from '../format/hash-table.ts'
import { buildTaggedTable } from '../format/hash-table.ts'
import type { Sections } from '../format/layout.ts'
import { GrowingArray } from './growing-array.ts'

/** Texts of words and joined words, each sorted. */
export type TermTexts = Pick<Sections, 'wordBytes' | 'wordStarts' | 'joinBytes' | 'joinStarts'>
/** The sections of the fuzzy index. */
export type FuzzySections = Pick<
  Sections,
  | 'prefixes'
  | 'deletionHashStarts'
  | 'deletionHashEntries'
  | 'wordSignatures'
  | 'joinSignatures'
  | 'looseKeyStarts'
  | 'looseKeyTerms'
  | 'soundStarts'
  | 'soundTerms'
>

/** Sorted texts as UTF-8. */
interface Texts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** A prefix has some 18 entries. With this many buckets per prefix a bucket fills about one cache line. */
const BUCKETS_PER_PREFIX = 2
/** Words with the same key or code share a bucket anyway. */
const TERMS_PER_BUCKET = 4

/** Writes the sections that `FuzzyTermFinder` reads. */
export function writeFuzzyIndex({ wordBytes, wordStarts, joinBytes, joinStarts }: TermTexts): FuzzySections {
  const words: Texts = { bytes: wordBytes, starts: wordStarts }
  const joins: Texts = { bytes: joinBytes, starts: joinStarts }
  const prefixes = prefixesOf(words, joins)
  const entries = deletionHashTable(prefixes, words, joins)
  const loose = codeTable(words, joins, writeLooseKey)
  const sound = codeTable(words, joins, writeCologneCode)
  return {
    prefixes,
    deletionHashStarts: entries.starts,
    deletionHashEntries: entries.entries,
    wordSignatures: signaturesOf(words),
    joinSignatures: signaturesOf(joins),
    looseKeyStarts: loose.starts,
    looseKeyTerms: loose.entries,
    soundStarts: sound.starts,
    soundTerms: sound.entries,
  }
}

/** Returns words, then joined words, by the hash of a code that is computed from them. */
function codeTable(words: Texts, joins: Texts, readCode: (word: Letters, code: Letters) => void): HashTable {
  const letters = new Letters()
  const code = new Letters()
  const wordCount = words.starts.length - 1
  return buildTaggedTable(wordCount + joins.starts.length - 1, TERMS_PER_BUCKET, (term) => {
    if (term < wordCount) readTerm(words, term, letters)
    else readTerm(joins, term - wordCount, letters)
    readCode(letters, code)
    return hashLetters(code)
  })
}

function signaturesOf(texts: Texts): Uint32Array {
  const letters = new Letters()
  const signatures = new Uint32Array(texts.starts.length - 1)
  for (let term = 0; term < signatures.length; term++) {
    readTerm(texts, term, letters)
    signatures[term] = signatureOf(letters)
  }
  return signatures
}

function readTerm({ bytes, starts }: Texts, term: number, letters: Letters): void {
  letters.setUtf8(bytes, starts[term] as number, starts[term + 1] as number)
}

/**
 * Merges the prefixes of two sorted dictionaries. Terms with the same prefix are adjacent, so the first of
 * them stands for all. `[2 × p]` is the first word of prefix p, `[2 × p + 1]` its first joined word; both
 * counts follow at the end.
 */
function prefixesOf(words: Texts, joins: Texts): Uint32Array {
  const first = new GrowingArray(Uint32Array)
  let word = 0
  let join = 0
  while (word < words.starts.length - 1 || join < joins.starts.length - 1) {
    first.push(word)
    first.push(join)
    const order = compareFirst(words, word, joins, join)
    if (order <= 0) word = nextPrefix(words, word)
    if (order >= 0) join = nextPrefix(joins, join)
  }
  first.push(word)
  first.push(join)
  return first.view()
}

/** Compares the prefixes of two terms; a dictionary at its end comes last. */
function compareFirst(words: Texts, word: number, joins: Texts, join: number): number {
  if (word === words.starts.length - 1) return 1
  return join === joins.starts.length - 1 ? -1 : comparePrefixes(words, word, joins, join)
}

/** Returns the first term with another prefix. */
function nextPrefix(texts: Texts, term: number): number {
  let next = term + 1
  while (next < texts.starts.length - 1 && comparePrefixes(texts, next, texts, term) === 0) next++
  return next
}

function comparePrefixes(a: Texts, termA: number, b: Texts, termB: number): number {
  const startA = a.starts[termA] as number
  const startB = b.starts[termB] as number
  const lengthA = prefixEnd(a, termA) - startA
  const lengthB = prefixEnd(b, termB) - startB
  const common = Math.min(lengthA, lengthB)
  for (let i = 0; i < common; i++) {
    const difference = (a.bytes[startA + i] as number) - (b.bytes[startB + i] as number)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

/** Returns the end of a term's prefix in bytes. Bytes 10xxxxxx continue a letter. */
function prefixEnd({ bytes, starts }: Texts, term: number): number {
  const end = starts[term + 1] as number
  let i = starts[term] as number
  for (let letters = 0; i < end; i++) {
    if (((bytes[i] as number) & 0xc0) !== 0x80 && ++letters > PREFIX_LETTERS) break
  }
  return i
}

/**
 * Returns the entries by the low bits of their hash. An entry holds the number of the prefix, and the high
 * bits of the hash above it.
 */
function deletionHashTable(prefixes: Uint32Array, words: Texts, joins: Texts): HashTable {
  const buckets = 2 ** Math.ceil(Math.log2(prefixCount(prefixes) * BUCKETS_PER_PREFIX + 2))
  const starts = new Uint32Array(buckets + 1)
  eachHash(prefixes, words, joins, (hash) => {
    const next = (hash & (buckets - 1)) + 1
    starts[next] = (starts[next] as number) + 1
  })
  for (let bucket = 0; bucket < buckets; bucket++) {
    starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number)
  }
  const next = starts.slice(0, -1)
  const entries = new Uint32Array(starts[buckets] as number)
  const bits = prefixBits(prefixes)
  eachHash(prefixes, words, joins, (hash, prefix) => {
    const position = next[hash & (buckets - 1)] as number
    entries[position] = ((hash >>> bits) << bits) | prefix
    next[hash & (buckets - 1)] = position + 1
  })
  return { starts, entries }
}

function eachHash(
  prefixes: Uint32Array,
  words: Texts,
  joins: Texts,
  visit: (hash: number, prefix: number) => void,
): void {
  const letters = new Letters()
  const hashes = new Uint32Array(HASHES_MAX)
  const count = prefixCount(prefixes)
  for (let prefix = 0; prefix < count; prefix++) {
    const word = prefixes[2 * prefix] as number
    const hasWord = word < (prefixes[2 * prefix + 2] as number)
    if (hasWord) readTerm(words, word, letters)
    else readTerm(joins, prefixes[2 * prefix + 1] as number, letters)
    const found = deletionHashes(letters, hashes)
    for (let i = 0; i < found; i++) visit(hashes[i] as number, prefix)
  }
}
