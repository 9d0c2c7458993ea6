/** Marks of words that only a deep search finds: misspelt, of the same sound, split, joined, or initials. */
import { joinedLikeness, splitLikeness } from '../likeness/compound-splits.ts'
import { initialsOf, looseLetters } from '../likeness/name-query.ts'
import { alignWords, type WordComparer } from '../likeness/word-alignment.ts'
import { wordLikeness } from '../likeness/word-likeness.ts'
import { editDistance } from '../text/edit-distance.ts'
import { markAll } from './equal-words.ts'
import type { HighlightQuery } from './highlight-query.ts'
import type { NameMarks } from './name-marks.ts'
import type { PlacedName } from './placed-name.ts'

/** Maximum words of a name that is compared: the time of a comparison grows with them. */
const NAME_WORDS_MAX = 40
/** Maximum edits between all letters of both, as in a deep search, … */
const LETTER_EDITS_MAX = 2
/** … and minimum letters for two. */
const TWO_EDITS_LETTERS_MIN = 5

/** Marks whole words that are similar to query words without an answer. */
export function markSimilarWords(query: HighlightQuery, name: PlacedName, marks: NameMarks): void {
  const { runs, isComparable } = query.likeness
  if (!isComparable || name.words.length > NAME_WORDS_MAX) return
  const links = alignWords({ words: query.words, runs }, name.words, comparerOf(query, name, marks))
  for (const { queryFrom, queryTo, nameFrom, nameTo } of links) {
    if (!marks.isAnswered([queryFrom, queryTo])) marks.addWords([queryFrom, queryTo], [nameFrom, nameTo])
  }
  if (marks.isComplete) return
  if (hasSimilarLetters(query, name)) markAll(query, name, marks)
  else if (marks.isEmpty) markInitials(query, name, marks)
}

/**
 * Words that have an answer are linked to an equal one only, so that they leave the others to the rest.
 * Whether a word is in any name is not known here; every word is compared as one that is in none.
 */
function comparerOf(query: HighlightQuery, { words }: PlacedName, marks: NameMarks): WordComparer {
  const isAnswered = query.words.map((_, i) => marks.isAnswered([i, i + 1]))
  return {
    likenessAt(i, j) {
      const [queryWord, word] = [query.words[i]!, words[j]!]
      if (isAnswered[i] && queryWord !== word) return undefined
      const expansion = () => query.likeness.expansions[i]!.find((one) => one.word === word)
      return wordLikeness(queryWord, word) ?? expansion()?.likeness
    },
    joinedAt(from, to, j) {
      if (marks.isAnswered([from, to]) || !mayBeJoined(query.words, from, to, words[j]!)) return undefined
      return joinedLikeness(query.words.slice(from, to), words[j]!, true)
    },
    splitAt(i, from, to) {
      if (isAnswered[i] || !mayBeJoined(words, from, to, query.words[i]!)) return undefined
      return splitLikeness(query.words[i]!, words.slice(from, to), true)
    },
  }
}

/** Maximum letters by which joined words differ from their parts: an `und` and an umlaut. */
const JOINED_DIFFERENCE_MAX = 4

/** Tells quickly whether the words [from, to) may be the parts of the whole. */
function mayBeJoined(words: readonly string[], from: number, to: number, whole: string): boolean {
  let letters = -whole.length
  for (let i = from; i < to; i++) letters += words[i]!.length
  return Math.abs(letters) <= JOINED_DIFFERENCE_MAX
}

function hasSimilarLetters({ likeness }: HighlightQuery, { words }: PlacedName): boolean {
  const letters = looseLetters(words)
  const most = likeness.looseLetters.length < TWO_EDITS_LETTERS_MIN ? 1 : LETTER_EDITS_MAX
  if (Math.abs(letters.length - likeness.looseLetters.length) > most) return false
  return editDistance(likeness.looseLetters, letters, most) <= most
}

/** Marks the first letters of `Bayerische Motoren Werke` for `BMW`, and `BMW` for the words. */
function markInitials(query: HighlightQuery, name: PlacedName, marks: NameMarks): void {
  const { words } = query
  if (words.length === 1 && initialsOf(name.words) === words[0]) {
    name.places.forEach(([start], j) => {
      marks.addLetters([0, 1], [j, j + 1], start + initialUnits(name.words[j]!))
    })
  } else if (name.words.length === 1 && query.likeness.initials === name.words[0]) {
    marks.addWords([0, words.length], [0, 1])
  }
}

/** Returns the UTF-16 units of the first letter. */
function initialUnits(word: string): number {
  return word.codePointAt(0)! > 0xffff ? 2 : 1
}
