/**
 * What a query's words mean to this index. A word may stand in a name as it is, or as the joined form of
 * hyphened words; each combination is a reading. Every reading counts for a fixed number of words, so its
 * documents come in order of rank.
 */

import type { RepeatedParts } from '../../names/reading/hyphenated-words.ts'
import { hyphenVariants, repeatedParts } from '../../names/reading/hyphenated-words.ts'
import type { Name } from '../../names/reading/read-name.ts'
import type { PostingList } from '../format/posting-list.ts'
import { postingList } from '../format/posting-list.ts'
import { termsWithPrefix } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { Prefix } from './prefix.ts'
import type { SearchContext } from './search-context.ts'

/** The documents that are in all lists, and hold a word with the beginning if there is one, hold this reading. */
export interface QueryVariant {
  readonly lists: readonly PostingList[]
  readonly prefix: Prefix | undefined
  /** How many of a name's words it speaks of. */
  readonly words: number
}

/** Readings of one query that are asked; what is beyond (words with many joined forms) is not. */
export const VARIANTS_MAX = 64

/**
 * The readings of a query: in which every word stands in the name, and in which the last one is only a beginning.
 * What a whole reading finds, its beginning finds too, as long as there are fewer than `READINGS_MAX` of these.
 */
export interface QueryVariants {
  readonly whole: readonly QueryVariant[]
  readonly prefix: readonly QueryVariant[]
}

export function variantsOf(context: SearchContext, queryName: Name): QueryVariants {
  const ways = hyphenVariants(queryName.words, queryName.hyphens)
  const interpretations = new QueryTokens(context, ways)
  const whole: QueryVariant[] = []
  const prefix: QueryVariant[] = []
  for (const tokens of ways) {
    interpretations.repeats = repeatedParts(queryName.words, tokens)
    const preceding = interpretations.choices(tokens)
    if (preceding.length > 0) addVariants(context, interpretations, tokens, preceding, whole, prefix)
  }
  return { whole: upToMax(whole), prefix: upToMax(prefix) }
}

/** `others`: the readings of all tokens but the last. */
function addVariants(
  context: SearchContext,
  interpretations: QueryTokens,
  tokens: readonly string[],
  preceding: readonly QueryVariant[],
  whole: QueryVariant[],
  prefix: QueryVariant[],
): void {
  const token = tokens.at(-1) as string
  const last = interpretations.of(token)
  // A word that stands further left already adds nothing as a word.
  const isRepeated = tokens.indexOf(token) < tokens.length - 1
  for (const variant of isRepeated ? preceding : combine(preceding, last.interpretations)) whole.push(variant)
  const prefixPart = prefixOf(context, token, last)
  if (prefixPart === undefined) return
  for (const { lists, words } of preceding) prefix.push({ lists, prefix: prefixPart, words: words + 1 })
}

function upToMax(variants: readonly QueryVariant[]): readonly QueryVariant[] {
  return variants.length > VARIANTS_MAX ? variants.slice(0, VARIANTS_MAX) : variants
}

/** One thing that a word can mean: the documents that have it so, and how many of their words that is. */
interface Interpretation {
  readonly list: PostingList
  readonly words: number
}

/** Everything that a word can mean. */
interface QueryToken {
  readonly bytes: Uint8Array
  /** The word itself, and the joined words that are written like it, by the number of their parts. */
  readonly interpretations: readonly Interpretation[]
}

const NO_VARIANTS: readonly QueryVariant[] = []
const EMPTY_VARIANT: readonly QueryVariant[] = [{ lists: [], prefix: undefined, words: 0 }]

/** What each word of the query can mean, looked up once. */
class QueryTokens {
  readonly #tokens: string[] = []
  readonly #found: QueryToken[] = []
  /** Of the way of joining that is read. */
  repeats: ReadonlyMap<string, RepeatedParts> = new Map()

  constructor(context: SearchContext, ways: readonly (readonly string[])[]) {
    for (const tokens of ways) {
      for (const token of tokens) if (!this.#tokens.includes(token)) this.#tokens.push(token)
    }
    const words = this.#tokens.map(utf8Of)
    context.lookup.prepare(words)
    for (let i = 0; i < words.length; i++) this.#found.push(lookUpToken(context, i, words[i] as Uint8Array))
  }

  /** Every choice of a meaning for each distinct word but the last; no words have one reading that asks nothing. */
  choices(tokens: readonly string[]): readonly QueryVariant[] {
    return this.#onlyChoice(tokens) ?? this.#allChoices(tokens)
  }

  /** Nearly always there is one meaning of each word, and one reading. */
  #onlyChoice(tokens: readonly string[]): readonly QueryVariant[] | undefined {
    const lists: PostingList[] = []
    let words = 0
    for (let i = 0; i < tokens.length - 1; i++) {
      const token = tokens[i] as string
      if (tokens.indexOf(token) < i) continue
      const { interpretations } = this.of(token)
      if (interpretations.length === 0) return NO_VARIANTS
      if (interpretations.length > 1) return undefined
      const { list, words: more } = interpretations[0] as Interpretation
      lists.push(list)
      words += more
    }
    return [{ lists, prefix: undefined, words }]
  }

  #allChoices(tokens: readonly string[]): readonly QueryVariant[] {
    let variants = EMPTY_VARIANT
    for (let i = 0; i < tokens.length - 1 && variants.length > 0; i++) {
      const token = tokens[i] as string
      if (tokens.indexOf(token) === i) variants = combine(variants, this.of(token).interpretations)
    }
    return variants
  }

  of(text: string): QueryToken {
    const token = this.#found[this.#tokens.indexOf(text)] as QueryToken
    const repeat = this.repeats.get(text)
    return repeat === undefined ? token : withoutRepeated(token, repeat)
  }
}

/** Words that the query has elsewhere too are spoken of once. */
function withoutRepeated(
  { bytes, interpretations }: QueryToken,
  { parts, repeated }: RepeatedParts,
): QueryToken {
  const less = (words: number) => (words === parts ? words - repeated : words)
  return { bytes, interpretations: interpretations.map(({ list, words }) => ({ list, words: less(words) })) }
}

/** `i`: the word's place in the look-up. */
function lookUpToken(context: SearchContext, i: number, bytes: Uint8Array): QueryToken {
  const interpretations: Interpretation[] = []
  const plain = context.lookup.terms(0, i, bytes)
  if (plain.from < plain.to) interpretations.push({ list: wordPostings(context, plain.from), words: 1 })
  const joined = context.lookup.terms(1, i, bytes)
  for (let join = joined.from; join < joined.to; join++) {
    const words = context.blocks.joinParts[join] as number
    interpretations.push({ list: joinPostings(context, join), words })
  }
  return { bytes, interpretations }
}

/**
 * Every reading with every meaning, up to `READINGS_MAX`. The first that many of many words are made of the first
 * that many of fewer words, so nothing is lost on the way, and twenty words of two meanings do not make a million.
 */
function combine(
  variants: readonly QueryVariant[],
  interpretations: readonly Interpretation[],
): readonly QueryVariant[] {
  // Nearly always there is one of each, and an array that grows takes room for many.
  if (variants.length === 1 && interpretations.length === 1) {
    return [withInterpretation(variants[0] as QueryVariant, interpretations[0] as Interpretation)]
  }
  const all: QueryVariant[] = []
  for (const interpretation of interpretations) {
    for (const variant of variants) {
      if (all.length < VARIANTS_MAX) all.push(withInterpretation(variant, interpretation))
    }
  }
  return all
}

function withInterpretation(
  { lists, words }: QueryVariant,
  { list, words: more }: Interpretation,
): QueryVariant {
  return { lists: [...lists, list], prefix: undefined, words: words + more }
}

function wordPostings({ blocks, liveBitmaps }: SearchContext, word: number): PostingList {
  const { postings, postingStarts } = blocks
  const from = postingStarts[word] as number
  return postingList(postings, from, postingStarts[word + 1] as number, word, liveBitmaps.get(word))
}

function joinPostings({ blocks }: SearchContext, join: number): PostingList {
  const { joinPostings, joinPostingStarts } = blocks
  return postingList(joinPostings, joinPostingStarts[join] as number, joinPostingStarts[join + 1] as number)
}

function prefixOf(
  context: SearchContext,
  text: string,
  { bytes, interpretations }: QueryToken,
): Prefix | undefined {
  const own = interpretations.length === 0 ? -1 : (interpretations[0] as Interpretation).list.word
  const terms = termsWithPrefix(context.words, bytes, own < 0 ? undefined : own)
  const prefix = new Prefix(context.blocks, text, terms, () => joinedPrefixPostings(context, text, bytes))
  return terms.from === terms.to && prefix.joined.length === 0 ? undefined : prefix
}

/** A joined word whose first part is as long as the beginning adds nothing: that part is there as a word. */
function joinedPrefixPostings(
  context: SearchContext,
  text: string,
  bytes: Uint8Array,
): readonly PostingList[] {
  const { joinFirstLetters } = context.blocks
  const joined: PostingList[] = []
  // No first part is shorter than one letter.
  const range = text.length > 1 ? termsWithPrefix(context.joins, bytes) : NO_JOINS
  for (let join = range.from; join < range.to; join++) {
    if ((joinFirstLetters[join] as number) < text.length) joined.push(joinPostings(context, join))
  }
  return joined
}

const NO_JOINS = { from: 0, to: 0 }
