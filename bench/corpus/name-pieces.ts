/** Splits a registered name into words and the text between them, and classifies each word. */

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** `gaps` has one element more than `words`: gap, word, gap, … word, gap; together they are the text. */
export interface NamePieces {
  readonly words: readonly string[]
  readonly gaps: readonly string[]
}

/** Splits a name into its words and gaps. */
export function piecesOf(name: string): NamePieces {
  const words: string[] = []
  const gaps: string[] = []
  let at = 0
  for (const match of name.matchAll(WORD)) {
    gaps.push(name.slice(at, match.index))
    words.push(match[0])
    at = match.index + match[0].length
  }
  gaps.push(name.slice(at))
  return { words, gaps }
}

/** How a word is written; words take each other's places only within their shape. */
export const SHAPES = ['digits', 'capitals', 'capitalised', 'small', 'mixed'] as const
/** One of `SHAPES`. */
export type Shape = (typeof SHAPES)[number]

const DIGITS = /^\p{N}+$/u
const CAPITALS = /^[\p{Lu}\p{N}]+$/u
const CAPITALISED = /^\p{Lu}[\p{Ll}\p{M}]+$/u
const SMALL = /^[\p{Ll}\p{M}]+$/u

/** Returns the shape of a word. */
export function shapeOf(word: string): Shape {
  if (CAPITALISED.test(word)) return 'capitalised'
  if (CAPITALS.test(word)) return DIGITS.test(word) ? 'digits' : 'capitals'
  return SMALL.test(word) ? 'small' : 'mixed'
}
