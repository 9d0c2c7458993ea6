/** The word blocks: distinct words and joined words in order, and in which documents each stands. */

import type { HashTable } from '../format/hash-table.ts'
import { buildTaggedTable, HASH_START, hashBytes } from '../format/hash-table.ts'
import type { Blocks } from '../format/layout.ts'
import type { NameCollector } from './name-collector.ts'
import type { Rank } from './rank-names.ts'
import type { TermInterner } from './term-interner.ts'

export type WordBlocks = Pick<
  Blocks,
  'wordBytes' | 'wordStarts' | 'wordBucketStarts' | 'wordBuckets' | 'postingStarts' | 'postings'
>
export type JoinBlocks = Pick<
  Blocks,
  | 'joinBytes'
  | 'joinStarts'
  | 'joinBucketStarts'
  | 'joinBuckets'
  | 'joinParts'
  | 'joinFirstLetters'
  | 'joinPostingStarts'
  | 'joinPostings'
>

/** Every look at a word costs two cache misses, so buckets are small. */
const TERMS_PER_BUCKET = 1
/** A joined word as collected ends with a zero byte and its number of parts. */
const JOIN_TAIL_BYTES = 2

/** Terms of each collected name: `terms[starts[i] … starts[i + 1])`, each `>>> shift`. */
interface TermsByName {
  readonly terms: Uint32Array
  readonly starts: Uint32Array
  readonly shift: 0 | 1
}

/** The words in order; `newNumbers[word as collected]` = its place. Empties the table of words. */
export function writeWords(
  collected: NameCollector,
  rank: Rank,
): { blocks: WordBlocks; newNumbers: Uint32Array } {
  const { inOrder, newNumbers } = sortWords(collected.words)
  const texts = textsInOrder(collected.words, inOrder, 0)
  collected.words.discard()
  const terms = collected.names.forward.view()
  const byName: TermsByName = { terms, starts: collected.names.forwardStarts.view(), shift: 1 }
  const { starts, postings } = postingsOf(byName, rank.nameOf, newNumbers)
  const buckets = termHashTable(texts)
  const blocks = {
    wordBytes: texts.bytes,
    wordStarts: texts.starts,
    wordBucketStarts: buckets.starts,
    wordBuckets: buckets.entries,
    postingStarts: starts,
    postings,
  }
  return { blocks, newNumbers }
}

/** Empties the table of joined words. */
export function writeJoins(collected: NameCollector, rank: Rank): JoinBlocks {
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

/** Many short texts: UTF-8, starts. */
interface Texts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** Words or joined words by the hash of their letters. */
export function termHashTable({ bytes, starts }: Texts): HashTable {
  return buildTaggedTable(starts.length - 1, TERMS_PER_BUCKET, (text) =>
    hashBytes(HASH_START, bytes, starts[text] as number, starts[text + 1] as number),
  )
}

/** The table's texts, each without its last `tailBytes`. */
function textsInOrder({ texts }: TermInterner, inOrder: Uint32Array, tailBytes: number): Texts {
  const from = texts.bytes.view()
  const fromStarts = texts.starts.view()
  const bytes = new Uint8Array(from.length - inOrder.length * tailBytes)
  const starts = new Uint32Array(inOrder.length + 1)
  let filled = 0
  for (let place = 0; place < inOrder.length; place++) {
    const text = inOrder[place] as number
    const end = (fromStarts[text + 1] as number) - tailBytes
    for (let i = fromStarts[text] as number; i < end; i++) bytes[filled++] = from[i] as number
    starts[place + 1] = filled
  }
  return { bytes, starts }
}

/** The words in order, and the place of each by its old number. */
function sortWords(table: TermInterner): { inOrder: Uint32Array; newNumbers: Uint32Array } {
  const inOrder = table.sorted()
  const newNumbers = new Uint32Array(inOrder.length)
  for (let place = 0; place < inOrder.length; place++) newNumbers[inOrder[place] as number] = place
  return { inOrder, newNumbers }
}

/** Counts, then fills in the order of the documents: so every list comes out ascending, each document once. */
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
    const place = next[term] as number
    postings[place] = document
    next[term] = place + 1
  })
  return { starts, postings }
}

function eachPosting(
  { terms, starts, shift }: TermsByName,
  nameOf: Uint32Array,
  newNumbers: Uint32Array,
  take: (term: number, document: number) => void,
): void {
  const last = new Uint32Array(newNumbers.length)
  for (let document = 0; document < nameOf.length; document++) {
    const name = nameOf[document] as number
    const end = starts[name + 1] as number
    for (let i = starts[name] as number; i < end; i++) {
      const term = newNumbers[(terms[i] as number) >>> shift] as number
      if (last[term] === document + 1) continue
      last[term] = document + 1
      take(term, document)
    }
  }
}
