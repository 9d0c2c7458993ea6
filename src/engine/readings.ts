/**
 * What a query's words mean to this index. A word may stand in a name as it is, or as the joined form of
 * hyphened words; each combination is a reading. Every reading counts for a fixed number of words, so its
 * documents come in order of rank.
 */
import type { Name } from '../names/read-name.ts'
import type { DocumentList } from './document-list.ts'
import { uniteLists } from './document-list.ts'
import { waysOfJoining } from './joined-words.ts'
import type { Lexicon } from './lexicon.ts'
import { termsBeginningWith, termsEqualTo } from './lexicon.ts'
import type { Segment } from './segment.ts'

/** The documents that are in all lists hold this reading. */
export interface Reading {
  readonly lists: readonly DocumentList[]
  /** How many of a name's words it speaks of. */
  readonly words: number
}

/** Readings of one query that are asked; what is beyond (words with many joined forms) is not. */
export const READINGS_MAX = 64

const encoder = new TextEncoder()

/** Readings in which every word stands in the name. */
export function wordReadings(segment: Segment, asked: Name): readonly Reading[] {
  const readings: Reading[] = []
  for (const tokens of waysOfJoining(asked.words, asked.hyphens)) {
    readings.push(...readingsOf(segment, tokens))
  }
  return readings.slice(0, READINGS_MAX)
}

/** Readings in which the last word is only the beginning of one in the name. */
export function prefixReadings(segment: Segment, asked: Name): readonly Reading[] {
  const readings: Reading[] = []
  for (const tokens of waysOfJoining(asked.words, asked.hyphens)) {
    const others = readingsOf(segment, tokens.slice(0, -1))
    if (others.length === 0) continue
    const beginning = documentsBeginningWith(segment, tokens.at(-1) as string)
    if (beginning.from === beginning.to) continue
    for (const { lists, words } of others) readings.push({ lists: [...lists, beginning], words: words + 1 })
  }
  return readings.slice(0, READINGS_MAX)
}

/** Every choice of a meaning for each distinct word; no words have one reading that asks nothing. */
function readingsOf(segment: Segment, tokens: readonly string[]): readonly Reading[] {
  let readings: readonly Reading[] = [{ lists: [], words: 0 }]
  for (const token of new Set(tokens)) {
    const meanings = meaningsOf(segment, token)
    readings = meanings.flatMap((meaning) =>
      readings.map(({ lists, words }) => ({
        lists: [...lists, ...meaning.lists],
        words: words + meaning.words,
      })),
    )
    readings = readings.slice(0, READINGS_MAX)
  }
  return readings
}

/** The word itself, and the joined words that are written like it, by the number of their parts. */
function meaningsOf(segment: Segment, token: string): readonly Reading[] {
  const { blocks } = segment
  const bytes = encoder.encode(token)
  const meanings: Reading[] = []
  const plain = termsEqualTo(wordLexicon(segment), bytes)
  if (plain.from < plain.to) meanings.push({ lists: [postingsOf(segment, plain.from, plain.to)], words: 1 })
  const joined = termsEqualTo(joinLexicon(segment), bytes)
  for (let join = joined.from; join < joined.to; join++) {
    meanings.push({ lists: [joinPostingsOf(segment, join)], words: blocks.joinParts[join] as number })
  }
  return meanings
}

function wordLexicon({ blocks }: Segment): Lexicon {
  return { bytes: blocks.wordBytes, starts: blocks.wordStarts }
}

function joinLexicon({ blocks }: Segment): Lexicon {
  return { bytes: blocks.joinBytes, starts: blocks.joinStarts }
}

/** Postings of neighbouring words lie side by side. */
function postingsOf({ blocks }: Segment, from: number, to: number): DocumentList {
  const { postings, postingStarts } = blocks
  return { all: postings, from: postingStarts[from] as number, to: postingStarts[to] as number }
}

function joinPostingsOf({ blocks }: Segment, join: number): DocumentList {
  const { joinPostings, joinPostingStarts } = blocks
  return {
    all: joinPostings,
    from: joinPostingStarts[join] as number,
    to: joinPostingStarts[join + 1] as number,
  }
}

/**
 * Documents with a word, plain or joined, that begins so. A joined word whose first part is as long as
 * the beginning adds nothing: that part is there as a word.
 */
function documentsBeginningWith(segment: Segment, beginning: string): DocumentList {
  const bytes = encoder.encode(beginning)
  const plain = termsBeginningWith(wordLexicon(segment), bytes)
  const lists = [postingsOf(segment, plain.from, plain.to)]
  const joined = termsBeginningWith(joinLexicon(segment), bytes)
  for (let join = joined.from; join < joined.to; join++) {
    if ((segment.blocks.joinFirst[join] as number) >= beginning.length) continue
    lists.push(joinPostingsOf(segment, join))
  }
  if (lists.length === 1 && plain.to - plain.from === 1) return lists[0] as DocumentList
  return uniteLists(lists, segment.header.documents)
}
