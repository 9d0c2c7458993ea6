/**
 * Which names may be like the query: all that the scoring function would show, and few others. A name must answer a share of the
 * query's weight, so the lists of some words need not be walked: all that they hold stands on another list too.
 */
import {
  ADDED_WORDS_MAX,
  CONTAINED_ASKED_MAX,
  INITIALS_MIN,
  initialsOf,
  LETTERS_REACH_SHARE,
  LETTERS_WORDS_APART_MAX,
  REACH_SHARE,
} from '../names/name-likeness.ts'
import type { AskedWord, AskedWords } from './asked-words.ts'
import { ZONES } from './blocks.ts'
import { bucketOf, HASH_START, hashBytes } from './bucket-table.ts'
import { gallop } from './document-list.ts'
import type { DocumentSet } from './document-set.ts'
import { documentsOfLetters } from './same-name.ts'
import type { SeatWords } from './seat-words.ts'
import type { Segment } from './segment.ts'
import { groupStart, zoneEnd } from './segment.ts'
import { splitDocuments } from './split-words.ts'
import { utf8Of } from './utf8.ts'

/** Names that are compared with one query at most; what is beyond is not found. */
export const CANDIDATES_MAX = 20_000

export interface CandidateSearch {
  readonly segment: Segment
  readonly asked: AskedWords
  readonly seats: SeatWords
}

/** Gathers the documents that may be like the query. */
export function gatherCandidates(search: CandidateSearch, into: DocumentSet): void {
  gatherContained(search, into)
  gatherInitials(search, into)
  const { name } = search.asked
  const leaders = leadersOf(search, REACH_SHARE * name.weight)
  for (const list of listsOf(search, leaders)) gatherAll(search, list, into)
  const others = leadersOf(search, LETTERS_REACH_SHARE * name.weight).filter(
    (word) => !leaders.includes(word),
  )
  const size = new Set(name.words).size
  for (const list of listsOf(search, others)) gatherNear(search, list, size, into)
}

/** The rarest words, so many that the others together weigh less than `least`: every name that answers as much has one of them. */
function leadersOf({ asked, seats }: CandidateSearch, least: number): readonly AskedWord[] {
  const weightOf = new Map<AskedWord, number>()
  asked.words.forEach((word, i) => {
    weightOf.set(word, (weightOf.get(word) ?? 0) + (asked.name.weights[i] as number))
  })
  const byNames = [...weightOf.keys()].map((word) => ({ word, names: word.own + seats.countAt(word.text) }))
  byNames.sort((a, b) => b.names - a.names)
  let left = 0
  const leaders: AskedWord[] = []
  for (const { word } of byNames) {
    const weight = weightOf.get(word) as number
    if (leaders.length === 0 && left + weight < least * (1 - ROUNDING)) left += weight
    else leaders.push(word)
  }
  return leaders
}

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-9

/** Sorted documents of one word, or of words that stand for one. */
interface List {
  readonly all: Uint32Array
  readonly from: number
  readonly to: number
}

/** Everything by which a name can answer one of the words: like words, words that are several of the query joined, and parts of it. */
function listsOf(search: CandidateSearch, leaders: readonly AskedWord[]): readonly List[] {
  const { asked } = search
  const found = new Set<number>()
  for (const word of leaders) for (const one of word.likeWords) found.add(one.word)
  for (const { from, to, words } of asked.runs) {
    if (!asked.words.slice(from, to).some((word) => leaders.includes(word))) continue
    for (const word of words) found.add(word)
  }
  const { postings, postingStarts } = search.segment.blocks
  const lists = Array.from(found, (word): List => {
    return { all: postings, from: postingStarts[word] as number, to: postingStarts[word + 1] as number }
  })
  const parted = leaders.map((word): List => {
    const all = splitDocuments(search.segment, word)
    return { all, from: 0, to: all.length }
  })
  const seated = leaders.flatMap((word) => seatLists(search, word.text))
  return [...lists, ...parted, ...seated].sort((a, b) => a.to - a.from - (b.to - b.from))
}

/** Companies whose seat has the word. */
function seatLists({ segment, seats }: CandidateSearch, word: string): readonly List[] {
  const all = segment.blocks.seatCompanies
  return seats.companiesAt(word).map(([from, to]) => ({ all, from, to }))
}

function gatherAll(_search: CandidateSearch, { all, from, to }: List, into: DocumentSet): void {
  for (let i = from; i < to && into.count < CANDIDATES_MAX; i++) into.add(all[i] as number)
}

/** Only names of about as many words as the query. */
function gatherNear({ segment }: CandidateSearch, list: List, size: number, into: DocumentSet): void {
  for (const zone of [ZONES.live, ZONES.removed, ZONES.former]) {
    const first = groupStart(segment, zone, Math.max(0, size - LETTERS_WORDS_APART_MAX))
    const end = Math.min(
      zoneEnd(segment, zone),
      groupStart(segment, zone, size + LETTERS_WORDS_APART_MAX + 1),
    )
    for (let i = gallop(list.all, list.from, list.to, first); i < list.to; i++) {
      const document = list.all[i] as number
      if (document >= end || into.count >= CANDIDATES_MAX) break
      into.add(document)
    }
  }
}

/** Names that are wholly in the query, by their letters: the query's without one or two of its words. */
function gatherContained({ segment, asked }: CandidateSearch, into: DocumentSet): void {
  const { words } = asked.name
  const texts = new Set([initialsOf(words)])
  if (words.length <= CONTAINED_ASKED_MAX) for (const text of withoutWords(words)) texts.add(text)
  texts.delete('')
  for (const text of texts) for (const document of documentsOfLetters(segment, text)) into.add(document)
}

/** Names for which the query's only word may be the initials. */
function gatherInitials({ segment, asked }: CandidateSearch, into: DocumentSet): void {
  const [word, ...others] = asked.name.words
  if (others.length > 0 || (word as string).length < INITIALS_MIN) return
  const { initialStarts, initialDocuments } = segment.blocks
  const letters = utf8Of(word as string)
  const bucket = bucketOf(hashBytes(HASH_START, letters, 0, letters.length), initialStarts.length - 1)
  const end = initialStarts[bucket + 1] as number
  for (let i = initialStarts[bucket] as number; i < end; i++) into.add(initialDocuments[i] as number)
}

/** The letters of the words without one up to `ADDED_WORDS_MAX` of them. */
function withoutWords(words: readonly string[]): readonly string[] {
  let ways: readonly (readonly string[])[] = [words]
  const texts: string[] = []
  for (let less = 0; less < ADDED_WORDS_MAX; less++) {
    ways = ways.flatMap((way) => way.map((_, i) => way.toSpliced(i, 1)))
    texts.push(...ways.map((way) => way.join('')))
  }
  return texts
}
