/** Cologne phonetics: a code for the sound of a German word. */
import { Letters } from './letters.ts'

const A = 'a'.charCodeAt(0)
const Z = 'z'.charCodeAt(0)
const SILENT = -1
/** `x` has two digits, 4 and 8. */
const X = 48

/**
 * The digits of letters `a` to `z` that do not depend on their neighbours. `digitOf` decides c, d, p, t and
 * x.
 */
const PLAIN = [0, 1, 8, 2, 0, 3, 4, SILENT, 0, 0, 4, 5, 6, 6, 0, 1, 4, 7, 8, 2, 0, 3, 3, X, 0, 8]

const C = letterBits('c')
const D_T = letterBits('dt')
const P = letterBits('p')
const H = letterBits('h')
const S_Z = letterBits('sz')
const C_K_Q = letterBits('ckq')
const C_S_Z = letterBits('csz')
const HARD_AFTER_FIRST_C = letterBits('ahkloqrux')
const HARD_AFTER_C = letterBits('ahkoqux')

function letterBits(letters: string): number {
  let bits = 0
  for (const letter of letters) bits |= 1 << (letter.charCodeAt(0) - A)
  return bits
}

/** Reused: new typed arrays for each word cost several times as much as its code. */
const scratch = { word: new Letters(), sound: new Letters() }

/**
 * Returns the Cologne code of a folded word as digits; '' for a word without a sounding letter.
 *
 * Rules: H. J. Postel, "Die Kölner Phonetik", IBM-Nachrichten 19 (1969), 925-931. A folded umlaut (`ae`) is
 * two vowels here. That makes no difference, because vowels count only at the start of the word. Letters
 * outside a-z are silent.
 */
export function cologneCode(foldedWord: string): string {
  const { word, sound } = scratch
  writeCologneCode(word.setText(foldedWord), sound)
  return sound.codes.subarray(0, sound.length).join('')
}

/** Writes the Cologne code of `word` into `sound`, as numbers 0-8. */
export function writeCologneCode(word: Letters, sound: Letters): void {
  sound.length = 0
  sound.isTruncated = word.isTruncated
  let last = SILENT
  let before = 0
  let i = nextLetter(word, 0)
  while (i < word.length) {
    const following = nextLetter(word, i + 1)
    const letter = 1 << ((word.codes[i] as number) - A)
    const after = following < word.length ? 1 << ((word.codes[following] as number) - A) : 0
    const digit = digitOf((word.codes[i] as number) - A, letter, before, after)
    // A silent h does not separate two equal codes; every other letter does.
    if (digit === X) last = pushDigit(sound, pushDigit(sound, last, 4), 8)
    else if (digit !== SILENT) last = pushDigit(sound, last, digit)
    before = letter
    i = following
  }
}

/**
 * Appends a digit and returns it as the new last digit. Repeated digits and vowels inside the word are
 * skipped.
 */
function pushDigit(sound: Letters, last: number, digit: number): number {
  const isVowelInside = digit === 0 && last !== SILENT
  if (digit !== last && !isVowelInside && sound.length < sound.codes.length)
    sound.codes[sound.length++] = digit
  return digit
}

/** Returns the index of the first letter a-z at or after `from`, `length` for none. */
function nextLetter({ codes, length }: Letters, from: number): number {
  let i = from
  while (i < length && ((codes[i] as number) < A || (codes[i] as number) > Z)) i++
  return i
}

/** Returns the digit of a letter. `letter`, `before` and `after` are letters as one bit each, 0 for none. */
function digitOf(index: number, letter: number, before: number, after: number): number {
  if ((letter & P) !== 0) return (after & H) !== 0 ? 3 : 1
  if ((letter & D_T) !== 0) return (after & C_S_Z) !== 0 ? 8 : 2
  if (PLAIN[index] === X) return (before & C_K_Q) !== 0 ? 8 : X
  if ((letter & C) !== 0) return digitOfC(before, after)
  return PLAIN[index] as number
}

function digitOfC(before: number, after: number): number {
  if (after === 0) return 8
  if (before === 0) return (after & HARD_AFTER_FIRST_C) !== 0 ? 4 : 8
  if ((before & S_Z) !== 0) return 8
  return (after & HARD_AFTER_C) !== 0 ? 4 : 8
}
