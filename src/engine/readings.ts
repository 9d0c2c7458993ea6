/**
 * What a query's words mean to this index. A word may stand in a name as it is, or as the joined form of
 * hyphened words; each combination is a reading. Every reading counts for a fixed number of words, so its
 * documents come in order of rank.
 */
import type { Name } from '../names/read-name.ts'
import type { DocumentList } from './document-list.ts'
import { lengthOf, NO_DOCUMENTS, uniteLists } from './document-list.ts'
import { waysOfJoining } from './joined-words.ts'
import type { TermRange } from './lexicon.ts'
import { termsBeginningWith, termsEqualTo } from './lexicon.ts'
import type { Segment } from './segment.ts'
import { utf8Of } from './utf8.ts'

/** The documents that are in all lists, and hold a word with the beginning if there is one, hold this reading. */
export interface Reading {
  readonly lists: readonly DocumentList[]
  readonly beginning: Beginning | undefined
  /** How many of a name's words it speaks of. */
  readonly words: number
}

/** All words, plain and joined, that begin alike. */
export class Beginning {
  readonly terms: TermRange
  /** Postings of the joined words that add something. */
  readonly joined: readonly DocumentList[]
  readonly #plain: DocumentList
  readonly #united = new Map<number, DocumentList>()

  /** `plain`: postings of the plain words, which are neighbours: one slice, but not sorted as a whole. */
  constructor(terms: TermRange, plain: DocumentList, joined: readonly DocumentList[]) {
    this.terms = terms
    this.joined = joined
    this.#plain = plain
  }

  /** The postings of all words, as they lie. */
  get lists(): readonly DocumentList[] {
    return [this.#plain, ...this.joined]
  }

  /** Postings of all words; a document with several of them counts as often. */
  get count(): number {
    return lengthOf(this.lists)
  }

  /** The documents of the zone [from, to), ascending, each once; made once for each zone. */
  documents(from: number, to: number): DocumentList {
    // An empty zone begins where the next one does, so it must not be known by its beginning.
    if (from === to) return NO_DOCUMENTS
    const known = this.#united.get(from)
    if (known !== undefined) return known
    const united = uniteLists(this.lists, from, to)
    this.#united.set(from, united)
    return united
  }
}

/** Readings of one query that are asked; what is beyond (words with many joined forms) is not. */
export const READINGS_MAX = 64

/** The readings of a query: in which every word stands in the name, and in which the last one is only a beginning. */
export interface Readings {
  readonly whole: readonly Reading[]
  readonly beginning: readonly Reading[]
}

export function readingsOf(segment: Segment, asked: Name): Readings {
  const meanings = new Meanings(segment)
  const whole: Reading[] = []
  const beginning: Reading[] = []
  for (const tokens of waysOfJoining(asked.words, asked.hyphens)) {
    whole.push(...meanings.choices(tokens))
    const others = meanings.choices(tokens.slice(0, -1))
    const last = others.length === 0 ? undefined : beginningOf(segment, tokens.at(-1) as string)
    if (last === undefined) continue
    for (const { lists, words } of others) beginning.push({ lists, beginning: last, words: words + 1 })
  }
  return { whole: whole.slice(0, READINGS_MAX), beginning: beginning.slice(0, READINGS_MAX) }
}

/** What each word of the query can mean, looked up once. */
class Meanings {
  readonly #segment: Segment
  readonly #known = new Map<string, readonly Reading[]>()

  constructor(segment: Segment) {
    this.#segment = segment
  }

  /** Every choice of a meaning for each distinct word; no words have one reading that asks nothing. */
  choices(tokens: readonly string[]): readonly Reading[] {
    let readings: readonly Reading[] = [{ lists: [], beginning: undefined, words: 0 }]
    for (const token of new Set(tokens)) {
      const meanings = this.#of(token)
      if (meanings.length === 0) return []
      readings = meanings.flatMap((meaning) => readings.map((reading) => both(reading, meaning)))
      if (readings.length > READINGS_MAX) readings = readings.slice(0, READINGS_MAX)
    }
    return readings
  }

  /** The word itself, and the joined words that are written like it, by the number of their parts. */
  #of(token: string): readonly Reading[] {
    const known = this.#known.get(token)
    if (known !== undefined) return known
    const segment = this.#segment
    const bytes = utf8Of(token)
    const meanings: Reading[] = []
    const plain = termsEqualTo(segment.words, bytes)
    if (plain.from < plain.to) {
      const liveBits = segment.liveBits.get(plain.from)
      const list = postingsOf(segment, plain)
      meanings.push({
        lists: [liveBits === undefined ? list : { ...list, liveBits }],
        beginning: undefined,
        words: 1,
      })
    }
    const joined = termsEqualTo(segment.joins, bytes)
    for (let join = joined.from; join < joined.to; join++) {
      const words = segment.blocks.joinParts[join] as number
      meanings.push({ lists: [joinPostingsOf(segment, join)], beginning: undefined, words })
    }
    this.#known.set(token, meanings)
    return meanings
  }
}

function both(a: Reading, b: Reading): Reading {
  return { lists: [...a.lists, ...b.lists], beginning: undefined, words: a.words + b.words }
}

/** Postings of neighbouring words lie side by side. */
function postingsOf({ blocks }: Segment, { from, to }: TermRange): DocumentList {
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

/** A joined word whose first part is as long as the beginning adds nothing: that part is there as a word. */
function beginningOf(segment: Segment, text: string): Beginning | undefined {
  const bytes = utf8Of(text)
  const terms = termsBeginningWith(segment.words, bytes)
  const range = termsBeginningWith(segment.joins, bytes)
  const joined: DocumentList[] = []
  for (let join = range.from; join < range.to; join++) {
    if ((segment.blocks.joinFirst[join] as number) < text.length) joined.push(joinPostingsOf(segment, join))
  }
  if (terms.from === terms.to && joined.length === 0) return undefined
  return new Beginning(terms, postingsOf(segment, terms), joined)
}
