/** What is easily written or read otherwise, and how small a slip it is. The tables behind loose keys and the cost of slips. */

/** An ordinary slip: a letter too many, too few, or another one. Other costs are measured against it. */
export const SLIP = 10
/** The key beside the right one. */
export const NEXT_KEY = 8
/** A letter that sounds nearly the same: d for t, one vowel for another. */
export const NEAR_SOUND = 7
export const SWAP = 6
/** What a scanner mistakes, and a doubled letter. */
export const PICTURE = 4
/** What a scanner mistakes less often. */
export const BAD_PICTURE = 6
/** Two spellings of one sound. */
export const SPELLING = 3
/** An umlaut or ß, and what is left of it without its dots. */
export const UMLAUT = 2

/** Two letters, the one that they are easily taken for, the cost. */
export type LetterPair = readonly [pair: string, single: string, cost: number]

/** Pairs that are their single letter in a loose key. */
export const KEY_PAIRS: readonly LetterPair[] = [
  ['ae', 'a', UMLAUT],
  ['oe', 'o', UMLAUT],
  ['ue', 'u', UMLAUT],
  ['ph', 'f', SPELLING],
  ['th', 't', SPELLING],
  ['dt', 't', SPELLING],
  ['tz', 'z', SPELLING],
  ['ck', 'k', SPELLING],
  ['rn', 'm', PICTURE],
  ['vv', 'w', PICTURE],
]

/** Pairs that cost little but stay apart in a loose key, where they would contradict others. */
export const OTHER_PAIRS: readonly LetterPair[] = [
  ['ae', 'e', SPELLING],
  ['cl', 'd', PICTURE],
  ['ks', 'x', SPELLING],
  ['ri', 'n', PICTURE],
  ['ii', 'u', PICTURE],
  ['ss', 'b', PICTURE],
]

/** Letters of which the first is the second in a loose key. */
export const KEY_SINGLES: readonly LetterPair[] = [
  ['c', 'k', SPELLING],
  ['y', 'i', SPELLING],
  ['0', 'o', PICTURE],
  ['1', 'l', PICTURE],
  ['5', 's', PICTURE],
  ['8', 'b', PICTURE],
]

/** Letters that are easily taken for each other but stay apart in a loose key. */
export const OTHER_SINGLES: readonly LetterPair[] = [
  ['1', 'i', PICTURE],
  ['l', 'i', PICTURE],
  ['6', 'g', PICTURE],
  ['2', 'z', PICTURE],
  ['h', 'b', BAD_PICTURE],
  ['c', 'e', BAD_PICTURE],
]

/** Letters that sound nearly the same. */
export const NEAR_SOUNDS: readonly string[] = ['aeiouyj', 'bp', 'dt', 'fvw', 'gkqc', 'mn', 'szc']

/** The letters of a German keyboard, row by row; a key touches two of the row above: the one of the same place and the next. */
export const KEY_ROWS: readonly string[] = ['qwertzuiop', 'asdfghjkl', 'yxcvbnm']
