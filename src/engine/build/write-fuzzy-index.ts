/** Writes the fuzzy index: hash tables of the deletion neighbourhoods, loose keys and phonetic codes of words. */

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

/** Texts of words, sorted. */
export type WordTexts = Pick<Sections, 'wordBytes' | 'wordStarts'>
/** The sections of the fuzzy index. */
export type FuzzySections = Pick<
  Sections,
  | 'prefixes'
  | 'deletionHashStarts'
  | 'deletionHashEntries'
  | 'wordSignatures'
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
export function writeFuzzyIndex({ wordBytes, wordStarts }: WordTexts): FuzzySections {
  const words: Texts = { bytes: wordBytes, starts: wordStarts }
  const prefixes = prefixesOf(words)
  const entries = deletionHashTable(prefixes, words)
  const loose = codeTable(words, writeLooseKey)
  const sound = codeTable(words, writeCologneCode)
  return {
    prefixes,
    deletionHashStarts: entries.starts,
    deletionHashEntries: entries.entries,
    wordSignatures: signaturesOf(words),
    looseKeyStarts: loose.starts,
    looseKeyTerms: loose.entries,
    soundStarts: sound.starts,
    soundTerms: sound.entries,
  }
}

/** Returns words by the hash of a code that is computed from them. */
function codeTable(words: Texts, readCode: (word: Letters, code: Letters) => void): HashTable {
  const letters = new Letters()
  const code = new Letters()
  return buildTaggedTable(words.starts.length - 1, TERMS_PER_BUCKET, (term) => {
    readTerm(words, term, letters)
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
 * Returns the first word of each prefix, and the number of words at the end. Words with the same prefix are adjacent in the
 * dictionary, so the first of them stands for all.
 */
function prefixesOf(words: Texts): Uint32Array {
  const first = new GrowingArray(Uint32Array)
  const count = words.starts.length - 1
  for (let word = 0; word < count; word = nextPrefix(words, word)) first.push(word)
  first.push(count)
  return first.view()
}

/** Returns the first term with another prefix. */
function nextPrefix(texts: Texts, term: number): number {
  let next = term + 1
  while (next < texts.starts.length - 1 && hasSamePrefix(texts, next, term)) next++
  return next
}

function hasSamePrefix(texts: Texts, a: number, b: number): boolean {
  const startA = texts.starts[a] as number
  const startB = texts.starts[b] as number
  const length = prefixEnd(texts, a) - startA
  if (prefixEnd(texts, b) - startB !== length) return false
  for (let i = 0; i < length; i++) if (texts.bytes[startA + i] !== texts.bytes[startB + i]) return false
  return true
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
function deletionHashTable(prefixes: Uint32Array, words: Texts): HashTable {
  const buckets = 2 ** Math.ceil(Math.log2(prefixCount(prefixes) * BUCKETS_PER_PREFIX + 2))
  const starts = new Uint32Array(buckets + 1)
  eachHash(prefixes, words, (hash) => {
    const next = (hash & (buckets - 1)) + 1
    starts[next] = (starts[next] as number) + 1
  })
  for (let bucket = 0; bucket < buckets; bucket++) {
    starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number)
  }
  const next = starts.slice(0, -1)
  const entries = new Uint32Array(starts[buckets] as number)
  const bits = prefixBits(prefixes)
  eachHash(prefixes, words, (hash, prefix) => {
    const position = next[hash & (buckets - 1)] as number
    entries[position] = ((hash >>> bits) << bits) | prefix
    next[hash & (buckets - 1)] = position + 1
  })
  return { starts, entries }
}

function eachHash(prefixes: Uint32Array, words: Texts, visit: (hash: number, prefix: number) => void): void {
  const letters = new Letters()
  const hashes = new Uint32Array(HASHES_MAX)
  const count = prefixCount(prefixes)
  for (let prefix = 0; prefix < count; prefix++) {
    readTerm(words, prefixes[prefix] as number, letters)
    const found = deletionHashes(letters, hashes)
    for (let i = 0; i < found; i++) visit(hashes[i] as number, prefix)
  }
}
