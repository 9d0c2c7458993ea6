/**
 * Corrections of a text with one typo: the same text with one word, or the prefix at its end, replaced by one of
 * the index that is one edit apart.
 */

import type { Suspect, TypedWord } from '../../names/likeness/corrections.ts'
import { likelyCorrections, suspectsAmong } from '../../names/likeness/corrections.ts'
import { readName } from '../../names/reading/read-name.ts'
import { editsAt, editsInTerm } from '../../names/text/word-edits.ts'
import type { IndexReader } from '../format/index-reader.ts'
import type { TermDictionary, TermRange } from '../format/term-dictionary.ts'
import { termsEqualTo, termsWithPrefix } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'

/** Up to this many terms are compared one by one instead of looking up all edits behind their common prefix. */
const SCANNED_TERMS_MAX = 128
/** Returns corrections of the text over all images of a snapshot, the likeliest first. */
export function correctionsOf(readers: readonly IndexReader[], text: string): readonly string[] {
  const name = readName(text.toWellFormed())
  const typed = name.words.map((word, at): TypedWord => {
    const isPrefix = at === name.words.length - 1
    const names = sum(readers, (reader) => namesWith(reader, word, isPrefix))
    return { at, word, isPrefix, names, isJoined: names === 0 && isJoined(readers, word, isPrefix) }
  })
  const edits = suspectsAmong(typed).flatMap((suspect) =>
    Array.from(editsInIndex(readers, suspect), ([edited, names]) => ({ suspect, edited, names })),
  )
  return likelyCorrections(name, edits)
}

function sum(readers: readonly IndexReader[], countIn: (reader: IndexReader) => number): number {
  return readers.reduce((total, reader) => total + countIn(reader), 0)
}

function isJoined(readers: readonly IndexReader[], word: string, isPrefix: boolean): boolean {
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
