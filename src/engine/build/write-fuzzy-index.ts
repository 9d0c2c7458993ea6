/** The blocks by which words with slips are found: beginnings of words, loose keys, sounds. Of words and joined words together. */

import { writeCologneCode } from '../../names/text/cologne-phonetics.ts'
import { Letters } from '../../names/text/letters.ts'
import { writeLooseKey } from '../../names/text/loose-key.ts'
import {
  BEGINNING_LETTERS,
  beginningBits,
  beginningCount,
  beginningHashes,
  HASHES_MAX,
  hashLetters,
  signatureOf,
} from '../format/deletion-hashes.ts'
import type { BucketTable } from '../format/hash-table.ts'
import { taggedTable } from '../format/hash-table.ts'
import type { Blocks } from '../format/layout.ts'
import { GrowingArray } from './growing-array.ts'

/** Words and joined words, each sorted. */
export type Dictionary = Pick<Blocks, 'wordBytes' | 'wordStarts' | 'joinBytes' | 'joinStarts'>
export type NearBlocks = Pick<
  Blocks,
  | 'beginnings'
  | 'nearStarts'
  | 'near'
  | 'wordSignatures'
  | 'joinSignatures'
  | 'looseStarts'
  | 'loose'
  | 'soundStarts'
  | 'sound'
>

/** Sorted texts as UTF-8. */
interface Texts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** A beginning has some 18 entries; those of a bucket lie side by side, so that it is about one line of the cache. */
const BUCKETS_A_BEGINNING = 2
/** Words of one key or sound share a bucket anyway. */
const WORDS_A_BUCKET = 4

/** Blocks that `SimilarWordFinder` reads. */
export function nearBlocks({ wordBytes, wordStarts, joinBytes, joinStarts }: Dictionary): NearBlocks {
  const words: Texts = { bytes: wordBytes, starts: wordStarts }
  const joins: Texts = { bytes: joinBytes, starts: joinStarts }
  const beginnings = beginningsOf(words, joins)
  const entries = entriesOf(beginnings, words, joins)
  const loose = tableOf(words, joins, writeLooseKey)
  const sound = tableOf(words, joins, writeCologneCode)
  return {
    beginnings,
    nearStarts: entries.starts,
    near: entries.things,
    wordSignatures: signaturesOf(words),
    joinSignatures: signaturesOf(joins),
    looseStarts: loose.starts,
    loose: loose.things,
    soundStarts: sound.starts,
    sound: sound.things,
  }
}

/** Words, then joined words, by the hash of a code that is made of them. */
function tableOf(words: Texts, joins: Texts, readCode: (word: Letters, code: Letters) => void): BucketTable {
  const letters = new Letters()
  const code = new Letters()
  const wordCount = words.starts.length - 1
  return taggedTable(wordCount + joins.starts.length - 1, WORDS_A_BUCKET, (term) => {
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
 * Merges the beginnings of two sorted dictionaries: words of one beginning are neighbours, so it is told by the first of them.
 * `[2 × b]` first word of beginning b, `[2 × b + 1]` first joined word; at the end both counts.
 */
function beginningsOf(words: Texts, joins: Texts): Uint32Array {
  const first = new GrowingArray(Uint32Array)
  let word = 0
  let join = 0
  while (word < words.starts.length - 1 || join < joins.starts.length - 1) {
    first.push(word)
    first.push(join)
    const order = compareFirst(words, word, joins, join)
    if (order <= 0) word = behindBeginning(words, word)
    if (order >= 0) join = behindBeginning(joins, join)
  }
  first.push(word)
  first.push(join)
  return first.view()
}

/** Which beginning comes first; a dictionary that is at its end comes last. */
function compareFirst(words: Texts, word: number, joins: Texts, join: number): number {
  if (word === words.starts.length - 1) return 1
  return join === joins.starts.length - 1 ? -1 : compareBeginnings(words, word, joins, join)
}

/** The first term with another beginning. */
function behindBeginning(texts: Texts, term: number): number {
  let next = term + 1
  while (next < texts.starts.length - 1 && compareBeginnings(texts, next, texts, term) === 0) next++
  return next
}

function compareBeginnings(a: Texts, termA: number, b: Texts, termB: number): number {
  const startA = a.starts[termA] as number
  const startB = b.starts[termB] as number
  const lengthA = beginningEnd(a, termA) - startA
  const lengthB = beginningEnd(b, termB) - startB
  const common = Math.min(lengthA, lengthB)
  for (let i = 0; i < common; i++) {
    const difference = (a.bytes[startA + i] as number) - (b.bytes[startB + i] as number)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

/** Behind the last byte of a term's beginning. Bytes 10xxxxxx go on with a letter. */
function beginningEnd({ bytes, starts }: Texts, term: number): number {
  const end = starts[term + 1] as number
  let i = starts[term] as number
  for (let letters = 0; i < end; i++) {
    if (((bytes[i] as number) & 0xc0) !== 0x80 && ++letters > BEGINNING_LETTERS) break
  }
  return i
}

/** By the low bits of a hash: its high bits, and in the bits below them the number of the beginning. */
function entriesOf(beginnings: Uint32Array, words: Texts, joins: Texts): BucketTable {
  const buckets = 2 ** Math.ceil(Math.log2(beginningCount(beginnings) * BUCKETS_A_BEGINNING + 2))
  const starts = new Uint32Array(buckets + 1)
  eachHash(beginnings, words, joins, (hash) => {
    const next = (hash & (buckets - 1)) + 1
    starts[next] = (starts[next] as number) + 1
  })
  for (let bucket = 0; bucket < buckets; bucket++) {
    starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number)
  }
  const next = starts.slice(0, -1)
  const things = new Uint32Array(starts[buckets] as number)
  const bits = beginningBits(beginnings)
  eachHash(beginnings, words, joins, (hash, beginning) => {
    const place = next[hash & (buckets - 1)] as number
    things[place] = ((hash >>> bits) << bits) | beginning
    next[hash & (buckets - 1)] = place + 1
  })
  return { starts, things }
}

function eachHash(
  beginnings: Uint32Array,
  words: Texts,
  joins: Texts,
  take: (hash: number, beginning: number) => void,
): void {
  const letters = new Letters()
  const hashes = new Uint32Array(HASHES_MAX)
  const count = beginningCount(beginnings)
  for (let beginning = 0; beginning < count; beginning++) {
    const word = beginnings[2 * beginning] as number
    const hasWord = word < (beginnings[2 * beginning + 2] as number)
    if (hasWord) readTerm(words, word, letters)
    else readTerm(joins, beginnings[2 * beginning + 1] as number, letters)
    const found = beginningHashes(letters, hashes)
    for (let i = 0; i < found; i++) take(hashes[i] as number, beginning)
  }
}
