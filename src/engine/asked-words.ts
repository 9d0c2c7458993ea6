/** The words of a query as deep search sees them: what each weighs, and which words of the index are like it. */
import type { AskedName } from '../names/name-likeness.ts'
import { askedName } from '../names/name-likeness.ts'
import type { WordLikeness } from '../names/word-likeness.ts'
import { wordLikeness } from '../names/word-likeness.ts'
import type { Rarity } from '../names/word-weight.ts'
import { countMeant, RARE_NAMES_MAX, wordWeight } from '../names/word-weight.ts'
import type { IndexWords } from './index-words.ts'
import type { SimilarWord, SimilarWordFinder } from './similar-words.ts'

/** One different word of the query. */
export class AskedWord {
  readonly text: string
  readonly own: number
  readonly #words: IndexWords
  readonly #similar: SimilarWordFinder
  /** By number of a word of the index. */
  readonly #known = new Map<number, WordLikeness | undefined>()
  #all: readonly SimilarWord[] | undefined

  /** `own`: names that hold the word itself. */
  constructor(text: string, own: number, words: IndexWords, similar: SimilarWordFinder) {
    this.text = text
    this.own = own
    this.#words = words
    this.#similar = similar
  }

  /** Every word of the index that is like it, itself included. */
  get likeWords(): readonly SimilarWord[] {
    if (this.#all === undefined) {
      this.#all = this.#similar.find(this.text).words
      for (const one of this.#all) this.#known.set(one.word, one)
    }
    return this.#all
  }

  /** Names that hold a word like it, as far as is known without looking for such words. */
  namesWith(words: IndexWords): number {
    if (this.#all === undefined) return this.own
    return this.#all.reduce((sum, { word }) => sum + words.namesWith(word), 0)
  }

  likenessTo(word: number): WordLikeness | undefined {
    const known = this.#known.get(word)
    if (known !== undefined || this.#all !== undefined || this.#known.has(word)) return known
    const likeness = wordLikeness(this.text, this.#words.textOf(word))
    this.#known.set(word, likeness)
    return likeness
  }
}

export interface AskedWords {
  readonly name: AskedName
  /** By place in the query; a word that stands there twice is one. */
  readonly words: readonly AskedWord[]
}

/** `known`: the weights of the texts, where they are known already. */
export function askedWords(
  texts: readonly string[],
  words: IndexWords,
  similar: SimilarWordFinder,
  rarity: Rarity,
  known?: readonly number[],
): AskedWords {
  const different = new Map<string, AskedWord>()
  for (const text of texts) {
    if (!different.has(text)) different.set(text, new AskedWord(text, rarity.countOf(text), words, similar))
  }
  const asked = texts.map((text) => different.get(text) as AskedWord)
  const weights = known ?? asked.map((word) => weightOf(word, words, rarity))
  return { name: askedName(texts, weights), words: asked }
}

function weightOf(word: AskedWord, words: IndexWords, rarity: Rarity): number {
  const isKnown = word.own >= RARE_NAMES_MAX
  const like = isKnown ? [] : word.likeWords.map((one) => [one, words.namesWith(one.word)] as const)
  return wordWeight(word.text, countMeant(word.own, like), rarity.names)
}
