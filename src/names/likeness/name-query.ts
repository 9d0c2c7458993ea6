/** The query of a name comparison: its words, weights and spellings, computed once for all names. */
import type { Name } from '../reading/read-name.ts'
import { foldLoose } from '../text/fold.ts'
import { initialSpellings } from './initial-spellings.ts'
import { joinedSpellings } from './joined-spellings.ts'
import { CommonParts } from './letter-runs.ts'
import type { NameQuery } from './name-pair.ts'
import type { WordRun } from './word-alignment.ts'
import { joinableRuns } from './word-alignment.ts'
import type { CollectionStatistics } from './word-weight.ts'
import { formTypoWeight, isFormTypo, wordWeightMax } from './word-weight.ts'

/** Minimum letters of a query that is compared. */
const LIKENESS_LETTERS_MIN = 3

/** Maximum words of a query that is compared: the time of a comparison grows with their square. */
export const LIKENESS_WORDS_MAX = 40

/** Minimum words that one word of initials can stand for. */
export const INITIALS_MIN = 3

/** Maximum words that one word of initials can stand for. */
export const INITIALS_MAX = 8

/** Returns all letters of the words in loose form. */
export function looseLetters(words: readonly string[]): string {
  return words.map(foldLoose).join('')
}

/** Returns whether a query can be compared with names: it has enough letters, and not too many words. */
export function isComparable(words: readonly string[]): boolean {
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return letters >= LIKENESS_LETTERS_MIN && words.length <= LIKENESS_WORDS_MAX
}

/** Builds a query. `wordWeights`: the weight of each word by itself. */
export function nameQuery(
  { words, form }: Pick<Name, 'words' | 'form'>,
  wordWeights: readonly number[],
  statistics: Omit<CollectionStatistics, 'countOf'>,
): NameQuery {
  const hasForm = form !== undefined
  const formTypos = words.map((_, i) => isFormTypo(words, i, hasForm))
  const isOwner = ownerWords(words)
  const weights = wordWeights.map((one, i) => {
    const isTwoLetters = formTypos[i] && (words[i] as string).length === 2
    return isTwoLetters ? formTypoWeight(one) : isOwner[i] ? Math.fround(one * OWNER_SHARE) : one
  })
  const weight = weights.reduce((sum, one) => sum + one, 0)
  const weightMax = wordWeightMax(statistics.names)
  const [strongest = 0, second = 0] = weights.toSorted((a, b) => b - a)
  const spellings = joinedSpellings(words)
  return {
    ...{ words, runs: joinableRuns(words), weights, weight, strongest, second, formTypos, hasForm },
    ...{ letters: looseLetters(words), spellings, commonParts: new CommonParts(words) },
    initialSpellings: initialSpellings(words),
    ownerRuns: ownerRuns(words, wordWeights, weightMax),
    places: placesIn(words, statistics),
    weightMax,
  }
}

/** Maximum words of a seat that is recognised in a query. */
export const PLACE_WORDS_MAX = 8
/** Minimum letters of such a seat. Seats of one letter are mistakes of registers. */
const PLACE_LETTERS_MIN = 2

/** Returns the runs of words, but not of all, that are the seat of some company. */
function placesIn(
  words: readonly string[],
  statistics: Pick<CollectionStatistics, 'isSeat'>,
): readonly WordRun[] {
  const places: WordRun[] = []
  for (let from = 0; from < words.length; from++) {
    const end = Math.min(words.length, from + PLACE_WORDS_MAX)
    for (let to = from + 1; to <= end; to++) {
      if (to - from === words.length) continue
      const text = words.slice(from, to).join(' ')
      if (text.length >= PLACE_LETTERS_MIN && statistics.isSeat(text)) places.push([from, to])
    }
  }
  return places
}

const OWNER = 'inhaber'
/** Factor for the words of a query's owner. A shop keeps its sign when its owner changes. */
const OWNER_SHARE = 0.25

/**
 * Returns which words name the owner behind a sign: `Inhaber Karl Meier` in `Adler-Apotheke Inh. Karl Meier`.
 * A word that is in the sign, too, is not one of them: it counts the same at both places.
 */
function ownerWords(words: readonly string[]): readonly boolean[] {
  const at = words.indexOf(OWNER, 1)
  const sign = words.slice(0, Math.max(at, 0))
  return words.map((word, i) => at > 0 && i >= at && !sign.includes(word))
}

/** Minimum words of an owner's name: a surname alone is the name of too many. */
const OWNER_WORDS_MIN = 2
/** Maximum words behind `Inhaber` that are the owner's name. */
const OWNER_WORDS_MAX = 6

/**
 * Returns the shortest runs of an owner's words that together are as rare as a word of one name: a name of common
 * words is that of other people, too.
 */
function ownerRuns(
  words: readonly string[],
  wordWeights: readonly number[],
  weightMin: number,
): readonly (readonly string[])[] {
  const at = words.indexOf(OWNER, 1)
  if (at < 0) return []
  const end = Math.min(words.length, at + 1 + OWNER_WORDS_MAX)
  const runs: (readonly string[])[] = []
  for (let from = at + 1; from < end; from++) {
    let weight = 0
    let to = from
    while (to < end && (weight < weightMin || to - from < OWNER_WORDS_MIN))
      weight += wordWeights[to++] as number
    if (weight >= weightMin && to - from >= OWNER_WORDS_MIN) runs.push(words.slice(from, to))
  }
  return runs
}

/** Returns the first letters of `INITIALS_MIN` to `INITIALS_MAX` words; '' for fewer or more words. */
export function initialsOf(words: readonly string[]): string {
  if (words.length < INITIALS_MIN || words.length > INITIALS_MAX) return ''
  return words.map((word) => String.fromCodePoint(word.codePointAt(0) as number)).join('')
}
