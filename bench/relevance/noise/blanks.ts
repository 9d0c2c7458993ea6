/** Blanks where none belong, and none where one does. */
import type { Noise, NoiseFamily } from '../noise.ts'
import { isNameWord, placesWhere, textOf, tokensOf } from '../tokens.ts'

const WORD = /^\p{L}+$/u
const LONG_WORD_LETTERS = 8
/** Letters that are left on either side of a wrong blank. */
const SPLIT_LETTERS_MIN = 2

const joined: Noise = ({ company, random }) => {
  const tokens = tokensOf(company.name)
  const isWord = (i: number): boolean => {
    const token = tokens[i]
    return token !== undefined && isNameWord(token) && WORD.test(token.text)
  }
  const places = placesWhere(tokens, () => true).filter((i) => isWord(i) && isWord(i + 1))
  if (places.length === 0) return undefined
  const at = random.oneOf(places)
  const text = `${tokens[at]?.text}${tokens[at + 1]?.text.toLowerCase()}`
  return textOf(tokens.toSpliced(at, 2, { text, isForm: false }))
}

const split: Noise = ({ company, random }) => {
  const tokens = tokensOf(company.name)
  const places = placesWhere(
    tokens,
    (token) => isNameWord(token) && WORD.test(token.text) && token.text.length >= LONG_WORD_LETTERS,
  )
  if (places.length === 0) return undefined
  const at = random.oneOf(places)
  const word = tokens[at]?.text as string
  const cut = SPLIT_LETTERS_MIN + random.below(word.length - 2 * SPLIT_LETTERS_MIN + 1)
  return textOf(tokens.toSpliced(at, 1, { text: `${word.slice(0, cut)} ${word.slice(cut)}`, isForm: false }))
}

export const BLANK_NOISE: NoiseFamily = { 'words joined': joined, 'words split': split }
