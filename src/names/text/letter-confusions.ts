/** What is easily written or read otherwise, and how small a slip it is. The tables behind loose keys and the cost of slips. */

/** An ordinary slip: a letter too many, too few, or another one. Other costs are measured against it. */
export const EDIT_COST = 10
/** The key beside the right one. */
export const NEIGHBOUR_KEY_COST = 8
/** A letter that sounds nearly the same: d for t, one vowel for another. */
export const NEAR_SOUND_COST = 7
export const SWAP_COST = 6
/** What a scanner mistakes, and a doubled letter. */
export const OCR_COST = 4
/** What a scanner mistakes less often. */
export const RARE_OCR_COST = 6
/** Two spellings of one sound. */
export const SPELLING_COST = 3
/** An umlaut or ß, and what is left of it without its dots. */
export const UMLAUT_COST = 2

/** Two letters, the one that they are easily taken for, the cost. */
export type LetterPair = readonly [pair: string, single: string, cost: number]

/** Pairs that are their single letter in a loose key. */
export const KEY_PAIRS: readonly LetterPair[] = [
  ['ae', 'a', UMLAUT_COST],
  ['oe', 'o', UMLAUT_COST],
  ['ue', 'u', UMLAUT_COST],
  ['ph', 'f', SPELLING_COST],
  ['th', 't', SPELLING_COST],
  ['dt', 't', SPELLING_COST],
  ['tz', 'z', SPELLING_COST],
  ['ck', 'k', SPELLING_COST],
  ['rn', 'm', OCR_COST],
  ['vv', 'w', OCR_COST],
]

/** Pairs that cost little but stay apart in a loose key, where they would contradict others. */
export const OTHER_PAIRS: readonly LetterPair[] = [
  ['ae', 'e', SPELLING_COST],
  ['cl', 'd', OCR_COST],
  ['ks', 'x', SPELLING_COST],
  ['ri', 'n', OCR_COST],
  ['ii', 'u', OCR_COST],
  ['ss', 'b', OCR_COST],
]

/** Letters of which the first is the second in a loose key. */
export const KEY_SINGLES: readonly LetterPair[] = [
  ['c', 'k', SPELLING_COST],
  ['y', 'i', SPELLING_COST],
  ['0', 'o', OCR_COST],
  ['1', 'l', OCR_COST],
  ['5', 's', OCR_COST],
  ['8', 'b', OCR_COST],
]

/** Letters that are easily taken for each other but stay apart in a loose key. */
export const OTHER_SINGLES: readonly LetterPair[] = [
  ['1', 'i', OCR_COST],
  ['l', 'i', OCR_COST],
  ['6', 'g', OCR_COST],
  ['2', 'z', OCR_COST],
  ['h', 'b', RARE_OCR_COST],
  ['c', 'e', RARE_OCR_COST],
]

/** Letters that sound nearly the same. */
export const NEAR_SOUNDS: readonly string[] = ['aeiouyj', 'bp', 'dt', 'fvw', 'gkqc', 'mn', 'szc']

/** The letters of a German keyboard, row by row; a key touches two of the row above: the one of the same place and the next. */
export const KEY_ROWS: readonly string[] = ['qwertzuiop', 'asdfghjkl', 'yxcvbnm']
