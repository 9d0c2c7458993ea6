/** Writes the sections of terms: distinct words and joined words, sorted, and their posting lists. */

import type { HashTable } from '../format/hash-table.ts'
import { buildTaggedTable, HASH_START, hashBytes } from '../format/hash-table.ts'
import type { Sections } from '../format/layout.ts'
import type { NameCollector } from './name-collector.ts'
import type { Rank } from './rank-names.ts'
import type { TermInterner } from './term-interner.ts'

/** The sections of words. */
export type WordSections = Pick<
  Sections,
  'wordBytes' | 'wordStarts' | 'wordBucketStarts' | 'wordBuckets' | 'postingStarts' | 'postings'
>
/** The sections of joined words. */
export type JoinSections = Pick<
  Sections,
  | 'joinBytes'
  | 'joinStarts'
  | 'joinBucketStarts'
  | 'joinBuckets'
  | 'joinParts'
  | 'joinFirstLetters'
  | 'joinPostingStarts'
  | 'joinPostings'
>

/** Comparing a term costs two cache misses, so buckets are small. */
const TERMS_PER_BUCKET = 1
/** A joined word as collected ends with a zero byte and its number of parts. */
const JOIN_TAIL_BYTES = 2

/** Terms of each collected name: `terms[starts[i] … starts[i + 1])`, each `>>> shift`. */
interface TermsByName {
  readonly terms: Uint32Array
  readonly starts: Uint32Array
  readonly shift: 0 | 1
}

/** Writes the sorted words; `newNumbers[word as collected]` = its index. Empties the interner of words. */
export function writeWords(
  collected: NameCollector,
  rank: Rank,
): { sections: WordSections; newNumbers: Uint32Array } {
  const { inOrder, newNumbers } = sortWords(collected.words)
  const texts = textsInOrder(collected.words, inOrder, 0)
  collected.words.discard()
  const terms = collected.names.forward.view()
  const byName: TermsByName = { terms, starts: collected.names.forwardStarts.view(), shift: 1 }
  const { starts, postings } = postingsOf(byName, rank.nameOf, newNumbers)
  const buckets = termHashTable(texts)
  const sections = {
    wordBytes: texts.bytes,
    wordStarts: texts.starts,
    wordBucketStarts: buckets.starts,
    wordBuckets: buckets.entries,
    postingStarts: starts,
    postings,
  }
  return { sections, newNumbers }
}

/** Writes the sorted joined words. Empties the interner of joined words. */
export function writeJoins(collected: NameCollector, rank: Rank): JoinSections {
  const { inOrder, newNumbers } = sortWords(collected.joins)
  const texts = textsInOrder(collected.joins, inOrder, JOIN_TAIL_BYTES)
  const bytes = collected.joins.texts.bytes.view()
  const ends = collected.joins.texts.starts.view().subarray(1)
  const joinParts = Uint8Array.from(inOrder, (join) => bytes[(ends[join] as number) - 1] as number)
  const joinFirstLetters = Uint8Array.from(inOrder, (join) => collected.joinFirstLetters.at(join))
  collected.joins.discard()
  const starts = collected.names.joinStarts.view()
  const byName: TermsByName = { terms: collected.names.joins.view(), starts, shift: 0 }
  const postings = postingsOf(byName, rank.nameOf, newNumbers)
  collected.names.joins.discard()
  collected.names.joinStarts.discard()
  const buckets = termHashTable(texts)
  return {
    joinBytes: texts.bytes,
    joinStarts: texts.starts,
    joinBucketStarts: buckets.starts,
    joinBuckets: buckets.entries,
    joinParts,
    joinFirstLetters,
    joinPostingStarts: postings.starts,
    joinPostings: postings.postings,
  }
}

/** Texts as UTF-8 bytes and offsets. */
interface Texts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** Returns the terms by the hash of their letters. */
export function termHashTable({ bytes, starts }: Texts): HashTable {
  return buildTaggedTable(starts.length - 1, TERMS_PER_BUCKET, (text) =>
    hashBytes(HASH_START, bytes, starts[text] as number, starts[text + 1] as number),
  )
}

/** Returns the interner's texts in the given order, each without its last `tailBytes`. */
function textsInOrder({ texts }: TermInterner, inOrder: Uint32Array, tailBytes: number): Texts {
  const from = texts.bytes.view()
  const fromStarts = texts.starts.view()
  const bytes = new Uint8Array(from.length - inOrder.length * tailBytes)
  const starts = new Uint32Array(inOrder.length + 1)
  let filled = 0
  for (let position = 0; position < inOrder.length; position++) {
    const text = inOrder[position] as number
    const end = (fromStarts[text + 1] as number) - tailBytes
    for (let i = fromStarts[text] as number; i < end; i++) bytes[filled++] = from[i] as number
    starts[position + 1] = filled
  }
  return { bytes, starts }
}

/** Returns the terms in order, and the index of each by its old number. */
function sortWords(table: TermInterner): { inOrder: Uint32Array; newNumbers: Uint32Array } {
  const inOrder = table.sorted()
  const newNumbers = new Uint32Array(inOrder.length)
  for (let position = 0; position < inOrder.length; position++)
    newNumbers[inOrder[position] as number] = position
  return { inOrder, newNumbers }
}

/** Counts, then fills in document order, so every list is ascending, with each document once. */
function postingsOf(byName: TermsByName, nameOf: Uint32Array, newNumbers: Uint32Array) {
  const starts = new Uint32Array(newNumbers.length + 1)
  eachPosting(byName, nameOf, newNumbers, (term) => {
    starts[term + 1] = (starts[term + 1] as number) + 1
  })
  for (let term = 0; term < newNumbers.length; term++) {
    starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number)
  }
  const next = starts.slice(0, -1)
  const postings = new Uint32Array(starts[newNumbers.length] as number)
  eachPosting(byName, nameOf, newNumbers, (term, document) => {
    const position = next[term] as number
    postings[position] = document
    next[term] = position + 1
  })
  return { starts, postings }
}

function eachPosting(
  { terms, starts, shift }: TermsByName,
  nameOf: Uint32Array,
  newNumbers: Uint32Array,
  visit: (term: number, document: number) => void,
): void {
  const last = new Uint32Array(newNumbers.length)
  for (let document = 0; document < nameOf.length; document++) {
    const name = nameOf[document] as number
    const end = starts[name + 1] as number
    for (let i = starts[name] as number; i < end; i++) {
      const term = newNumbers[(terms[i] as number) >>> shift] as number
      if (last[term] === document + 1) continue
      last[term] = document + 1
      visit(term, document)
    }
  }
}
