/**
 * Query variants: the ways in which the words of a query can match this index. A word matches as it is, or as
 * the joined form of hyphenated words; each combination is a variant. A variant matches a fixed number of
 * words of a name, so its documents come in order of rank.
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

/**
 * One combination of interpretations. It matches the documents that are in all lists and have the prefix, if
 * there is one.
 */
export interface QueryVariant {
  readonly lists: readonly PostingList[]
  readonly prefix: Prefix | undefined
  /** Number of words of a name that the variant matches. */
  readonly words: number
}

/** Maximum number of variants of a query; further ones (of words with many joined forms) are dropped. */
export const VARIANTS_MAX = 64

/**
 * The variants of a query: with all words as whole words, and with the last word as a prefix. Prefix variants
 * match all that whole-word variants match, unless there are `VARIANTS_MAX` of them.
 */
export interface QueryVariants {
  readonly whole: readonly QueryVariant[]
  readonly prefix: readonly QueryVariant[]
}

/** Returns the variants of a query. */
export function variantsOf(context: SearchContext, queryName: Name): QueryVariants {
  const tokenLists = hyphenVariants(queryName.words, queryName.hyphens)
  const queryTokens = new QueryTokens(context, tokenLists)
  const whole: QueryVariant[] = []
  const prefix: QueryVariant[] = []
  for (const tokens of tokenLists) {
    queryTokens.repeats = repeatedParts(queryName.words, tokens)
    const preceding = queryTokens.choices(tokens)
    if (preceding.length > 0) addVariants(context, queryTokens, tokens, preceding, whole, prefix)
  }
  return { whole: upToMax(whole), prefix: upToMax(prefix) }
}

/** `preceding`: the variants of all tokens but the last. */
function addVariants(
  context: SearchContext,
  queryTokens: QueryTokens,
  tokens: readonly string[],
  preceding: readonly QueryVariant[],
  whole: QueryVariant[],
  prefix: QueryVariant[],
): void {
  const token = tokens.at(-1) as string
  const last = queryTokens.of(token)
  // A word that occurs earlier in the query adds no condition as a whole word.
  const isRepeated = tokens.indexOf(token) < tokens.length - 1
  for (const variant of isRepeated ? preceding : combine(preceding, last.interpretations)) whole.push(variant)
  const lastPrefix = prefixOf(context, token, last)
  if (lastPrefix === undefined) return
  for (const { lists, words } of preceding) prefix.push({ lists, prefix: lastPrefix, words: words + 1 })
}

function upToMax(variants: readonly QueryVariant[]): readonly QueryVariant[] {
  return variants.length > VARIANTS_MAX ? variants.slice(0, VARIANTS_MAX) : variants
}

/** One interpretation of a word: the documents that contain it, and how many of their words it matches. */
interface Interpretation {
  readonly list: PostingList
  readonly words: number
}

/** A word of the query with all its interpretations. */
interface QueryToken {
  readonly bytes: Uint8Array
  /** The word itself, and the joined words with the same letters, by number of parts. */
  readonly interpretations: readonly Interpretation[]
}

const NO_VARIANTS: readonly QueryVariant[] = []
const EMPTY_VARIANT: readonly QueryVariant[] = [{ lists: [], prefix: undefined, words: 0 }]

/** The words of a query, each looked up once. */
class QueryTokens {
  readonly #tokens: string[] = []
  readonly #found: QueryToken[] = []
  /** Repeated parts in the hyphen variant that is being read. */
  repeats: ReadonlyMap<string, RepeatedParts> = new Map()

  constructor(context: SearchContext, tokenLists: readonly (readonly string[])[]) {
    for (const tokens of tokenLists) {
      for (const token of tokens) if (!this.#tokens.includes(token)) this.#tokens.push(token)
    }
    const words = this.#tokens.map(utf8Of)
    context.lookup.prepare(words)
    for (let i = 0; i < words.length; i++) this.#found.push(lookUpToken(context, i, words[i] as Uint8Array))
  }

  /**
   * Returns every combination of interpretations of the distinct words but the last; one empty variant when
   * there are none.
   */
  choices(tokens: readonly string[]): readonly QueryVariant[] {
    return this.#onlyChoice(tokens) ?? this.#allChoices(tokens)
  }

  /** The common case: every word has one interpretation, so there is one variant. */
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

/** Parts that occur elsewhere in the query are counted once. */
function withoutRepeated(
  { bytes, interpretations }: QueryToken,
  { parts, repeated }: RepeatedParts,
): QueryToken {
  const less = (words: number) => (words === parts ? words - repeated : words)
  return { bytes, interpretations: interpretations.map(({ list, words }) => ({ list, words: less(words) })) }
}

/** `i`: index of the word in the look-up. */
function lookUpToken(context: SearchContext, i: number, bytes: Uint8Array): QueryToken {
  const interpretations: Interpretation[] = []
  const plain = context.lookup.terms(0, i, bytes)
  if (plain.from < plain.to) interpretations.push({ list: wordPostings(context, plain.from), words: 1 })
  const joined = context.lookup.terms(1, i, bytes)
  for (let join = joined.from; join < joined.to; join++) {
    const words = context.sections.joinParts[join] as number
    interpretations.push({ list: joinPostings(context, join), words })
  }
  return { bytes, interpretations }
}

/**
 * Combines every variant with every interpretation, up to `VARIANTS_MAX`. The first `VARIANTS_MAX`
 * combinations of many words only need the first `VARIANTS_MAX` of fewer words, so truncating early loses
 * nothing, and twenty words with two interpretations do not make a million.
 */
function combine(
  variants: readonly QueryVariant[],
  interpretations: readonly Interpretation[],
): readonly QueryVariant[] {
  // The common case, without a growing array.
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

function wordPostings({ sections, liveBitmaps, removedBitmaps }: SearchContext, word: number): PostingList {
  const { postings, postingStarts } = sections
  const from = postingStarts[word] as number
  const to = postingStarts[word + 1] as number
  return postingList(postings, from, to, word, liveBitmaps.get(word), removedBitmaps.get(word))
}

function joinPostings({ sections }: SearchContext, join: number): PostingList {
  const { joinPostings, joinPostingStarts } = sections
  return postingList(joinPostings, joinPostingStarts[join] as number, joinPostingStarts[join + 1] as number)
}

function prefixOf(
  context: SearchContext,
  text: string,
  { bytes, interpretations }: QueryToken,
): Prefix | undefined {
  const own = interpretations.length === 0 ? -1 : (interpretations[0] as Interpretation).list.word
  const terms = termsWithPrefix(context.words, bytes, own < 0 ? undefined : own)
  const prefix = new Prefix(context.sections, text, terms, () => joinedPrefixPostings(context, text, bytes))
  return terms.from === terms.to && prefix.joined.length === 0 ? undefined : prefix
}

/**
 * Returns the postings of joined words with the prefix. A joined word whose first part is at least as long as
 * the prefix is left out: that part is among the plain words.
 */
function joinedPrefixPostings(
  context: SearchContext,
  text: string,
  bytes: Uint8Array,
): readonly PostingList[] {
  const { joinFirstLetters } = context.sections
  const joined: PostingList[] = []
  // A first part has at least one letter.
  const range = text.length > 1 ? termsWithPrefix(context.joins, bytes) : NO_JOINS
  for (let join = range.from; join < range.to; join++) {
    if ((joinFirstLetters[join] as number) < text.length) joined.push(joinPostings(context, join))
  }
  return joined
}

const NO_JOINS = { from: 0, to: 0 }
