/**
 * Corrections of a text with one typo: which of its words may be misspelt, and which corrections are likely. An index
 * finds the words that occur.
 */

import type { Name } from '../reading/read-name.ts'
import { CORRECTABLE_WORD } from '../text/word-edits.ts'
import { wordLikeness } from './word-likeness.ts'

/** Maximum number of corrections of a text. Each is searched, so this bounds the work of its caller. */
export const CORRECTIONS_MAX = 8
/** Where all words of a text occur in the index, this many at its end may be misspelt, … */
export const KNOWN_WORDS_MAX = 3
/** … of at least this many letters: a shorter one is one edit apart from most words of its length, … */
const KNOWN_LETTERS_MIN = 4
/** … and only for words with this many times as many names. */
const KNOWN_NAMES_FACTOR = 4
/** Twice as many names with a word are worth as much as this less of the cost of the edit. */
const COST_PER_DOUBLING = 3

/** A word of a text that may be misspelt. */
export interface Suspect {
  /** Index among the words of the text. */
  readonly at: number
  readonly word: string
  /** The word is the last one, which may be a prefix. */
  readonly isPrefix: boolean
  /** Number of names with the word. */
  readonly names: number
}

/** A word of a text, and whether a joined word is equal to it, or begins with it. */
export interface TypedWord extends Suspect {
  readonly isJoined: boolean
}

/**
 * Returns the words that may be misspelt: the one that does not occur, or some if each occurs. Two that do not
 * occur are more than one typo.
 */
export function suspectsAmong(words: readonly TypedWord[]): readonly Suspect[] {
  const unknown = words.filter(({ names, isJoined }) => names === 0 && !isJoined)
  if (unknown.length > 1) return []
  const correctable = words.filter(({ word }) => CORRECTABLE_WORD.test(word))
  if (unknown.length > 0) return correctable.filter((one) => one === unknown[0])
  return correctable.filter(({ word }) => word.length >= KNOWN_LETTERS_MIN).slice(-KNOWN_WORDS_MAX)
}

/** A word, or the beginning of words, that a suspect may be. */
export interface Edited {
  readonly suspect: Suspect
  readonly edited: string
  /** Number of names with it. */
  readonly names: number
}

/** Returns the text with each of the corrections that are likely, the likeliest first. */
export function likelyCorrections(name: Name, all: readonly Edited[]): readonly string[] {
  const likely = all.filter(({ suspect, names }) => names > suspect.names * KNOWN_NAMES_FACTOR)
  const ranked = likely.map(({ suspect, edited, names }) => {
    const cost = wordLikeness(suspect.word, edited)?.cost ?? Number.POSITIVE_INFINITY
    return { text: textWith(name, suspect.at, edited), rank: cost - COST_PER_DOUBLING * Math.log2(names) }
  })
  ranked.sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : 1))
  return ranked.slice(0, CORRECTIONS_MAX).map(({ text }) => text)
}

/** Returns the name as a text, with the word at `at` replaced. */
function textWith({ words, hyphens, form }: Name, at: number, edited: string): string {
  let text = ''
  for (let i = 0; i < words.length; i++) {
    if (i > 0) text += hyphens[i - 1] === true ? '-' : ' '
    text += i === at ? edited : words[i]
  }
  return form === undefined ? text : `${text} ${form}`
}
