/** The loose key of a word: a spelling in which common confusions of letters are replaced by one of them. */

import { KEY_PAIRS, KEY_SINGLES } from './letter-confusions.ts'
import { Letters } from './letters.ts'

const ASCII = 128
const FIRST_LETTER = 'a'.charCodeAt(0)

const LETTER_OF_PAIR = pairTable()
const LETTER_OF_LETTER = singleTable()

/** By first letter × 128 + second letter: the letter that replaces the pair, 0 for none. */
function pairTable(): Uint8Array {
  const table = new Uint8Array(ASCII * ASCII)
  for (const [pair, letter] of KEY_PAIRS) {
    table[pair.charCodeAt(0) * ASCII + pair.charCodeAt(1)] = letter.charCodeAt(0)
  }
  return table
}

function singleTable(): Uint8Array {
  const table = Uint8Array.from({ length: ASCII }, (_, code) => code)
  for (const [letter, as] of KEY_SINGLES) table[letter.charCodeAt(0)] = as.charCodeAt(0)
  return table
}

/** Reused: new typed arrays for each word cost several times as much as its key. */
const scratch = { word: new Letters(), key: new Letters() }

/**
 * Returns the loose key of a folded word: `ae`, `oe`, `ue` become `a`, `o`, `u`; `ph` becomes `f`; `th` and
 * `dt` become `t`; `tz` becomes `z`; `ck` and `c` become `k`; `y` becomes `i`; scanner confusions become one
 * letter (`rn` m, `vv` w, 0 o, 1 l, 5 s, 8 b); doubled letters become single, except in a word that begins
 * with a digit.
 */
export function looseKey(foldedWord: string): string {
  const { word, key } = scratch
  writeLooseKey(word.setText(foldedWord), key)
  // Four times as fast as all codes in one call.
  let text = ''
  for (let i = 0; i < key.length; i++) text += String.fromCodePoint(key.codes[i] as number)
  return text
}

/** Writes the loose key of `word` into `key`. */
export function writeLooseKey(word: Letters, key: Letters): void {
  const { codes, length } = word
  const isNumber = length > 0 && (codes[0] as number) < FIRST_LETTER
  let written = 0
  for (let i = 0; i < length; i++) {
    const pair = letterOfPairAt(word, i)
    const code = pair !== 0 ? pair : looseLetter(codes[i] as number)
    if (pair !== 0) i++
    if (isNumber || written === 0 || key.codes[written - 1] !== code) key.codes[written++] = code
  }
  key.length = written
  key.isTruncated = word.isTruncated
}

/** Returns the letter that replaces the pair at `i`, 0 for none. */
function letterOfPairAt({ codes, length }: Letters, i: number): number {
  if (i + 1 >= length) return 0
  const first = codes[i] as number
  const second = codes[i + 1] as number
  return first < ASCII && second < ASCII ? (LETTER_OF_PAIR[first * ASCII + second] as number) : 0
}

function looseLetter(code: number): number {
  return code < ASCII ? (LETTER_OF_LETTER[code] as number) : code
}

/** Returns whether a word has no letter from a-z upwards, only digits, every one of which is significant. */
export function isDigits({ codes, length }: Letters): boolean {
  for (let i = 0; i < length; i++) if ((codes[i] as number) >= FIRST_LETTER) return false
  return true
}
