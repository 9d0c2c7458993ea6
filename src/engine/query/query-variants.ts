/**
 * What a query's words mean to this index. A word may stand in a name as it is, or as the joined form of
 * hyphened words; each combination is a reading. Every reading counts for a fixed number of words, so its
 * documents come in order of rank.
 */

import type { RepeatedParts } from '../../names/reading/hyphenated-words.ts'
import { hyphenVariants, repeatedParts } from '../../names/reading/hyphenated-words.ts'
import type { Name } from '../../names/reading/read-name.ts'
import type { DocumentList } from '../format/posting-list.ts'
import { listOf } from '../format/posting-list.ts'
import { termsBeginningWith } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { Beginning } from './prefix.ts'
import type { SearchContext } from './search-context.ts'

/** The documents that are in all lists, and hold a word with the beginning if there is one, hold this reading. */
export interface Reading {
  readonly lists: readonly DocumentList[]
  readonly beginning: Beginning | undefined
  /** How many of a name's words it speaks of. */
  readonly words: number
}

/** Readings of one query that are asked; what is beyond (words with many joined forms) is not. */
export const READINGS_MAX = 64

/**
 * The readings of a query: in which every word stands in the name, and in which the last one is only a beginning.
 * What a whole reading finds, its beginning finds too, as long as there are fewer than `READINGS_MAX` of these.
 */
export interface Readings {
  readonly whole: readonly Reading[]
  readonly beginning: readonly Reading[]
}

export function readingsOf(segment: SearchContext, asked: Name): Readings {
  const ways = hyphenVariants(asked.words, asked.hyphens)
  const meanings = new Meanings(segment, ways)
  const whole: Reading[] = []
  const beginning: Reading[] = []
  for (const tokens of ways) {
    meanings.repeats = repeatedParts(asked.words, tokens)
    const others = meanings.choices(tokens)
    if (others.length > 0) addReadings(segment, meanings, tokens, others, whole, beginning)
  }
  return { whole: upToMax(whole), beginning: upToMax(beginning) }
}

/** `others`: the readings of all tokens but the last. */
function addReadings(
  segment: SearchContext,
  meanings: Meanings,
  tokens: readonly string[],
  others: readonly Reading[],
  whole: Reading[],
  beginning: Reading[],
): void {
  const token = tokens.at(-1) as string
  const last = meanings.of(token)
  // A word that stands further left already adds nothing as a word.
  const isRepeated = tokens.indexOf(token) < tokens.length - 1
  for (const reading of isRepeated ? others : combined(others, last.meanings)) whole.push(reading)
  const begun = beginningOf(segment, token, last)
  if (begun === undefined) return
  for (const { lists, words } of others) beginning.push({ lists, beginning: begun, words: words + 1 })
}

function upToMax(readings: readonly Reading[]): readonly Reading[] {
  return readings.length > READINGS_MAX ? readings.slice(0, READINGS_MAX) : readings
}

/** One thing that a word can mean: the documents that have it so, and how many of their words that is. */
interface Meaning {
  readonly list: DocumentList
  readonly words: number
}

/** Everything that a word can mean. */
interface Meant {
  readonly bytes: Uint8Array
  /** The word itself, and the joined words that are written like it, by the number of their parts. */
  readonly meanings: readonly Meaning[]
}

const NO_READINGS: readonly Reading[] = []
const NOTHING_ASKED: readonly Reading[] = [{ lists: [], beginning: undefined, words: 0 }]

/** What each word of the query can mean, looked up once. */
class Meanings {
  readonly #tokens: string[] = []
  readonly #meant: Meant[] = []
  /** Of the way of joining that is read. */
  repeats: ReadonlyMap<string, RepeatedParts> = new Map()

  constructor(segment: SearchContext, ways: readonly (readonly string[])[]) {
    for (const tokens of ways) {
      for (const token of tokens) if (!this.#tokens.includes(token)) this.#tokens.push(token)
    }
    const words = this.#tokens.map(utf8Of)
    segment.lookup.begin(words)
    for (let i = 0; i < words.length; i++) this.#meant.push(meantBy(segment, i, words[i] as Uint8Array))
  }

  /** Every choice of a meaning for each distinct word but the last; no words have one reading that asks nothing. */
  choices(tokens: readonly string[]): readonly Reading[] {
    return this.#onlyChoice(tokens) ?? this.#allChoices(tokens)
  }

  /** Nearly always there is one meaning of each word, and one reading. */
  #onlyChoice(tokens: readonly string[]): readonly Reading[] | undefined {
    const lists: DocumentList[] = []
    let words = 0
    for (let i = 0; i < tokens.length - 1; i++) {
      const token = tokens[i] as string
      if (tokens.indexOf(token) < i) continue
      const { meanings } = this.of(token)
      if (meanings.length === 0) return NO_READINGS
      if (meanings.length > 1) return undefined
      const { list, words: more } = meanings[0] as Meaning
      lists.push(list)
      words += more
    }
    return [{ lists, beginning: undefined, words }]
  }

  #allChoices(tokens: readonly string[]): readonly Reading[] {
    let readings = NOTHING_ASKED
    for (let i = 0; i < tokens.length - 1 && readings.length > 0; i++) {
      const token = tokens[i] as string
      if (tokens.indexOf(token) === i) readings = combined(readings, this.of(token).meanings)
    }
    return readings
  }

  of(token: string): Meant {
    const meant = this.#meant[this.#tokens.indexOf(token)] as Meant
    const repeat = this.repeats.get(token)
    return repeat === undefined ? meant : withoutRepeated(meant, repeat)
  }
}

/** Words that the query has elsewhere too are spoken of once. */
function withoutRepeated({ bytes, meanings }: Meant, { parts, repeated }: RepeatedParts): Meant {
  const less = (words: number) => (words === parts ? words - repeated : words)
  return { bytes, meanings: meanings.map(({ list, words }) => ({ list, words: less(words) })) }
}

/** `i`: the word's place in the look-up. */
function meantBy(segment: SearchContext, i: number, bytes: Uint8Array): Meant {
  const meanings: Meaning[] = []
  const plain = segment.lookup.terms(0, i, bytes)
  if (plain.from < plain.to) meanings.push({ list: documentsOf(segment, plain.from), words: 1 })
  const joined = segment.lookup.terms(1, i, bytes)
  for (let join = joined.from; join < joined.to; join++) {
    const words = segment.blocks.joinParts[join] as number
    meanings.push({ list: documentsOfJoin(segment, join), words })
  }
  return { bytes, meanings }
}

/**
 * Every reading with every meaning, up to `READINGS_MAX`. The first that many of many words are made of the first
 * that many of fewer words, so nothing is lost on the way, and twenty words of two meanings do not make a million.
 */
function combined(readings: readonly Reading[], meanings: readonly Meaning[]): readonly Reading[] {
  // Nearly always there is one of each, and an array that grows takes room for many.
  if (readings.length === 1 && meanings.length === 1) {
    return [withMeaning(readings[0] as Reading, meanings[0] as Meaning)]
  }
  const all: Reading[] = []
  for (const meaning of meanings) {
    for (const reading of readings) {
      if (all.length < READINGS_MAX) all.push(withMeaning(reading, meaning))
    }
  }
  return all
}

function withMeaning({ lists, words }: Reading, { list, words: more }: Meaning): Reading {
  return { lists: [...lists, list], beginning: undefined, words: words + more }
}

function documentsOf({ blocks, liveBits }: SearchContext, word: number): DocumentList {
  const { postings, postingStarts } = blocks
  const from = postingStarts[word] as number
  return listOf(postings, from, postingStarts[word + 1] as number, word, liveBits.get(word))
}

function documentsOfJoin({ blocks }: SearchContext, join: number): DocumentList {
  const { joinPostings, joinPostingStarts } = blocks
  return listOf(joinPostings, joinPostingStarts[join] as number, joinPostingStarts[join + 1] as number)
}

function beginningOf(
  segment: SearchContext,
  text: string,
  { bytes, meanings }: Meant,
): Beginning | undefined {
  const own = meanings.length === 0 ? -1 : (meanings[0] as Meaning).list.word
  const terms = termsBeginningWith(segment.words, bytes, own < 0 ? undefined : own)
  const beginning = new Beginning(segment.blocks, text, terms, () => joinedBeginnings(segment, text, bytes))
  return terms.from === terms.to && beginning.joined.length === 0 ? undefined : beginning
}

/** A joined word whose first part is as long as the beginning adds nothing: that part is there as a word. */
function joinedBeginnings(segment: SearchContext, text: string, bytes: Uint8Array): readonly DocumentList[] {
  const { joinFirst } = segment.blocks
  const joined: DocumentList[] = []
  // No first part is shorter than one letter.
  const range = text.length > 1 ? termsBeginningWith(segment.joins, bytes) : NO_JOINS
  for (let join = range.from; join < range.to; join++) {
    if ((joinFirst[join] as number) < text.length) joined.push(documentsOfJoin(segment, join))
  }
  return joined
}

const NO_JOINS = { from: 0, to: 0 }
