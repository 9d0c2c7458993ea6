/**
 * Corrections of a text with one typo: the same text with one word, or the prefix at its end, replaced by one of
 * the index that is one edit apart.
 */

import { wordLikeness } from '../../names/likeness/word-likeness.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { readName } from '../../names/reading/read-name.ts'
import type { IndexReader } from '../format/index-reader.ts'
import type { TermDictionary, TermRange } from '../format/term-dictionary.ts'
import { termsEqualTo, termsWithPrefix } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { CORRECTABLE_WORD, editsAt, editsInTerm } from './word-edits.ts'

/** Maximum number of corrections of a text. Each is searched, so this bounds the work of its caller. */
export const CORRECTIONS_MAX = 8
/** Where all words of a text occur in the index, this many at its end may be misspelt, … */
export const KNOWN_WORDS_MAX = 3
/** … of at least this many letters: a shorter one is one edit apart from most words of its length, … */
const KNOWN_LETTERS_MIN = 4
/** … and only for words with this many times as many names. */
const KNOWN_NAMES_FACTOR = 4
/** Up to this many terms are compared one by one instead of looking up all edits behind their common prefix. */
const SCANNED_TERMS_MAX = 128
/** Twice as many names with a word are worth as much as this less of the cost of the edit. */
const COST_PER_DOUBLING = 3

/** A word of a text that may be misspelt. */
interface Suspect {
  /** Index among the words of the text. */
  readonly at: number
  readonly word: string
  /** The word is the last one, which may be a prefix. */
  readonly isPrefix: boolean
  /** Number of names with the word. */
  readonly names: number
}

/** Returns corrections of the text over all images of a snapshot, the likeliest first. */
export function correctionsOf(readers: readonly IndexReader[], text: string): readonly string[] {
  const name = readName(text.toWellFormed())
  const found: { readonly text: string; readonly rank: number }[] = []
  for (const suspect of suspectsOf(readers, name.words)) {
    for (const [edited, names] of editsInIndex(readers, suspect)) {
      if (names <= suspect.names * KNOWN_NAMES_FACTOR) continue
      const cost = wordLikeness(suspect.word, edited)?.cost ?? Number.POSITIVE_INFINITY
      const rank = cost - COST_PER_DOUBLING * Math.log2(names)
      found.push({ text: textWith(name, suspect.at, edited), rank })
    }
  }
  found.sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : 1))
  return found.slice(0, CORRECTIONS_MAX).map((correction) => correction.text)
}

/**
 * Returns the words that may be misspelt: the one that does not occur, or some if each occurs. Two that do not
 * occur are more than one typo.
 */
function suspectsOf(readers: readonly IndexReader[], words: readonly string[]): readonly Suspect[] {
  const all: Suspect[] = []
  let unknown: Suspect | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    const isPrefix = at === words.length - 1
    const names = sum(readers, (reader) => namesWith(reader, word, isPrefix))
    const suspect = { at, word, isPrefix, names }
    all.push(suspect)
    if (names > 0 || isJoined(readers, suspect)) continue
    if (unknown !== undefined) return []
    unknown = suspect
  }
  const correctable = all.filter(({ word }) => CORRECTABLE_WORD.test(word))
  if (unknown !== undefined) return correctable.filter(({ at }) => at === unknown.at)
  return correctable.filter(({ word }) => word.length >= KNOWN_LETTERS_MIN).slice(-KNOWN_WORDS_MAX)
}

function sum(readers: readonly IndexReader[], countIn: (reader: IndexReader) => number): number {
  return readers.reduce((total, reader) => total + countIn(reader), 0)
}

function isJoined(readers: readonly IndexReader[], { word, isPrefix }: Suspect): boolean {
  return readers.some(({ joins }) => {
    const { from, to } = rangeOf(joins, word, isPrefix)
    return from < to
  })
}

function rangeOf(dictionary: TermDictionary, word: string, isPrefix: boolean): TermRange {
  return isPrefix ? termsWithPrefix(dictionary, utf8Of(word)) : termsEqualTo(dictionary, utf8Of(word))
}

function namesWith({ words, sections }: IndexReader, word: string, isPrefix: boolean): number {
  const { from, to } = rangeOf(words, word, isPrefix)
  const { postingStarts } = sections
  return from === to ? 0 : (postingStarts[to] as number) - (postingStarts[from] as number)
}

/** Returns the edits of a word, or of a prefix, that occur, each with its number of names. */
function editsInIndex(readers: readonly IndexReader[], suspect: Suspect): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const reader of readers) {
    for (const edited of new Set(editsIn(reader.words, suspect))) {
      const names = namesWith(reader, edited, suspect.isPrefix)
      if (names > 0) counts.set(edited, (counts.get(edited) ?? 0) + names)
    }
  }
  return counts
}

/**
 * Yields all edits that occur, and others. Many terms start like the word: there, all edits of a letter are
 * tried. As soon as few terms do, these are read.
 */
function* editsIn(dictionary: TermDictionary, { word, isPrefix, names }: Suspect): Iterable<string> {
  // What a prefix without its last letter finds includes what it finds itself.
  if (isPrefix && names === 0) yield word.slice(0, -1)
  for (let at = 0; at <= word.length; at++) {
    const behind = termsWithPrefix(dictionary, utf8Of(word.slice(0, at)))
    if (behind.to - behind.from <= SCANNED_TERMS_MAX) {
      for (const term of textsOf(dictionary, behind)) yield* editsInTerm(word, term, isPrefix)
      return
    }
    yield* editsAt(word, at, isPrefix)
  }
}

function* textsOf({ bytes, starts }: TermDictionary, { from, to }: TermRange): Iterable<string> {
  for (let term = from; term < to; term++)
    yield Buffer.from(bytes.subarray(starts[term], starts[term + 1])).toString('utf8')
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
