/** Folding that keeps the place of every letter, for marks in the original text. */
import { fold } from './fold.ts'

/** A part of a text in code points: `[start, end)`. */
export type TextRange = readonly [start: number, end: number]

/** A folded text that refers to its original. */
export interface PlacedText {
  readonly folded: string
  /** Returns the code points of the original that the units `[start, end)` of `folded` come from. */
  rangeOf(start: number, end: number): TextRange
}

const NON_ASCII = /[^\0-\x7f]/
const NOT_GERMAN = /[^\0-\x7fäöüß]/
/** A code point and those that Unicode may compose with it: marks, jamo of Hangul in each form, halfwidth Kana marks. */
const COMPOSED = /[\s\S][\p{M}\u1160-\u11ff\u3131-\u318e\uff9e-\uffdc]*/gu

/**
 * Folds a text as `fold` does and keeps the places of its letters. A letter that folds to two (`ä`, `ﬁ`) is
 * the place of both; a letter and its combining marks are one place. Never throws.
 */
export function foldWithPlaces(text: string): PlacedText {
  const plain = text.toLowerCase()
  if (plain.length !== text.length || NOT_GERMAN.test(plain)) return foldComposed(text)
  if (!NON_ASCII.test(plain)) return { folded: plain, rangeOf: (start, end) => [start, end] }
  const points: number[] = []
  for (let i = 0; i < plain.length; i++) {
    points.push(i)
    if (plain.charCodeAt(i) > 0x7f) points.push(i)
  }
  return { folded: fold(plain), rangeOf: (start, end) => [points[start]!, points[end - 1]! + 1] }
}

function foldComposed(text: string): PlacedText {
  const [starts, ends]: [number[], number[]] = [[], []]
  let folded = ''
  let point = 0
  for (const [letter] of text.matchAll(COMPOSED)) {
    const end = point + [...letter].length
    const piece = fold(letter)
    for (let i = 0; i < piece.length; i++) {
      starts.push(point)
      ends.push(end)
    }
    folded += piece
    point = end
  }
  return { folded, rangeOf: (start, end) => [starts[start]!, ends[end - 1]!] }
}
