/** The words of a query as deep search sees them: what each weighs, and which words of the index are like it. */

import { isLetter } from '../../names/likeness/compound-splits.ts'
import { expansionsOf } from '../../names/likeness/expansions.ts'
import { nameQuery } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { joinableRuns, LETTER_RUN_MAX } from '../../names/likeness/word-alignment.ts'
import type { DocumentFrequencies } from '../../names/likeness/word-weight.ts'
import { effectiveCount, RARE_NAMES_MAX, wordWeight } from '../../names/likeness/word-weight.ts'
import type { Name } from '../../names/reading/read-name.ts'
import type { Lexicon } from '../format/term-dictionary.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { documentsOfLetters } from '../query/exact-name.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { SimilarWord } from './fuzzy-term-keys.ts'
import type { WordParts } from './term-expansions.ts'
import { andOf, joinedWordsOf, mayStandTogether, misspeltParts } from './term-expansions.ts'
import type { IndexWords } from './term-statistics.ts'

/** One different word of the query. */
export class AskedWord {
  readonly text: string
  /** Names that hold the word itself. */
  readonly own: number
  /** How often the query has it. */
  places = 0
  readonly #segment: FuzzyContext
  #like: readonly SimilarWord[] | undefined
  #parts: readonly WordParts[] | undefined

  constructor(text: string, own: number, segment: FuzzyContext) {
    this.text = text
    this.own = own
    this.#segment = segment
  }

  /** Every word of the index that is like it, itself included. */
  get likeWords(): readonly SimilarWord[] {
    this.#like ??= likeWordsOf(this.#segment, this.text, this.isUnknown)
    return this.#like
  }

  /** No name has it: it may be a part of a misspelt word, or two with a slip. */
  get isUnknown(): boolean {
    return this.own === 0
  }

  /** All words of the index that it may be written for (`partedLikeness`). */
  get parts(): readonly WordParts[] {
    const misspelt = () => (this.isUnknown ? misspeltParts(this.#segment, this.text) : [])
    this.#parts ??= [...partsOf(this.#segment, this.text), ...misspelt()]
    return this.#parts
  }
}

function likeWordsOf(
  { similar, words }: FuzzyContext,
  text: string,
  isUnknown: boolean,
): readonly SimilarWord[] {
  const like = similar.find(text).words
  const meant = expansionsOf(text, isUnknown).flatMap(({ word, likeness }) => {
    const { from, to } = termsEqualTo(words, utf8Of(word))
    return from === to || like.some((one) => one.word === from) ? [] : [{ word: from, ...likeness }]
  })
  return meant.length === 0 ? like : [...like, ...meant]
}

/** Every two words, each loosely a part of the text, and its single letters. Words that no name has side by side are left out. */
function partsOf(segment: FuzzyContext, text: string): readonly WordParts[] {
  const { similar, words } = segment
  const and = andOf(segment)
  const firsts = Array.from({ length: text.length - 1 }, (_, i) => text.slice(0, i + 1))
  similar.touchLoose(firsts)
  const parts = firsts.flatMap((first) => {
    const same = similar.looselySame(first)
    const second = same.length === 0 ? [] : similar.looselySame(text.slice(first.length))
    const pairs = same.flatMap((a) => second.map((b) => [a, b] as const))
    return pairs.filter(([a, b]) => mayStandTogether(segment, and, a, b) && !isLetters(words, a, b))
  })
  const letters = lettersOf(segment, text)
  return letters === undefined ? parts : [...parts, letters]
}

/** Both are single letters: these must be the word's own, see `partedLikeness`. */
function isLetters(words: Lexicon, a: number, b: number): boolean {
  return isLetter(textOf(words, a)) && isLetter(textOf(words, b))
}

function textOf({ bytes, starts }: Lexicon, word: number): string {
  return Buffer.from(bytes.subarray(starts[word], starts[word + 1])).toString('utf8')
}

/** Where names may have them side by side. */
function lettersOf({ words, letterPairs }: FuzzyContext, text: string): WordParts | undefined {
  if (text.length <= 1 || text.length > LETTER_RUN_MAX) return undefined
  const single = [...text].map((letter) => termsEqualTo(words, utf8Of(letter)))
  if (single.some(({ from, to }) => from === to)) return undefined
  const letters = single.map(({ from }) => from)
  return letterPairs.documentsOf(letters).length > 0 ? letters : undefined
}

/** Words [from, to) of the query, written as one, may be each of these words of the index (`joinedLikeness`). */
export interface AskedRun {
  readonly from: number
  readonly to: number
  readonly mayHaveSlip: boolean
  readonly words: ReadonlySet<number>
}

export interface AskedWords {
  readonly name: NameQuery
  /** By place: what the word tells by itself. */
  readonly weights: readonly number[]
  /** By place in the query; a word that stands there twice is one. */
  readonly words: readonly AskedWord[]
  /** Those that some word of the index is. */
  readonly runs: readonly AskedRun[]
  /** Documents of the query's letters, however they are parted. */
  readonly sameLetters: ReadonlySet<number>
}

/** `known`: what the words tell by themselves, where that is known already. */
export function askedWords(
  segment: FuzzyContext,
  { words: texts, form }: Name,
  words: IndexWords,
  rarity: DocumentFrequencies,
  known?: readonly number[],
): AskedWords {
  const different = new Map<string, AskedWord>()
  for (const text of texts) {
    const word = different.get(text) ?? new AskedWord(text, rarity.countOf(text), segment)
    different.set(text, word)
    word.places++
  }
  const asked = texts.map((text) => different.get(text) as AskedWord)
  const weights = known ?? asked.map((word) => weightOf(word, words, rarity))
  const runs = joinableRuns(texts).map(([from, to]) => {
    const mayHaveSlip = asked.slice(from, to).some(({ isUnknown }) => isUnknown)
    return { from, to, mayHaveSlip, words: joinedWordsOf(segment, texts.slice(from, to), mayHaveSlip) }
  })
  const name = nameQuery(texts, weights, form !== undefined)
  return {
    name,
    weights,
    words: asked,
    runs: runs.filter((run) => run.words.size > 0),
    sameLetters: new Set([...name.spellings].flatMap((text) => documentsOfLetters(segment, text))),
  }
}

function weightOf(word: AskedWord, words: IndexWords, rarity: DocumentFrequencies): number {
  const isKnown = word.own >= RARE_NAMES_MAX
  const like = isKnown ? [] : word.likeWords.map((one) => [one, words.namesWith(one.word)] as const)
  return wordWeight(word.text, effectiveCount(word.own, like, rarity.names), rarity.names)
}
