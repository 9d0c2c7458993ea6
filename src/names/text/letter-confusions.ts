/**
 * Letters that are easily confused in writing or scanning, and what each confusion costs: the tables behind
 * loose keys and edit costs.
 */

/** An ordinary edit: a letter inserted, deleted or replaced. Other costs are relative to it. */
export const EDIT_COST = 10
/** Replacement by a neighbouring key. */
export const NEIGHBOUR_KEY_COST = 8
/** Replacement by a letter of nearly the same sound: d for t, one vowel for another. */
export const NEAR_SOUND_COST = 7
/** Two neighbouring letters transposed. */
export const SWAP_COST = 6
/** A common scanner confusion, or a doubled letter. */
export const OCR_COST = 4
/** A less common scanner confusion. */
export const RARE_OCR_COST = 6
/** Two spellings of one sound. */
export const SPELLING_COST = 3
/** An umlaut or ß and its letter without dots. */
export const UMLAUT_COST = 2

/** One or two letters, the letter they are confused with, and the cost. */
export type LetterPair = readonly [pair: string, single: string, cost: number]

/** Pairs that a loose key replaces by their single letter. */
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

/** Cheap pairs that stay distinct in a loose key, where they would contradict others. */
export const OTHER_PAIRS: readonly LetterPair[] = [
  ['ae', 'e', SPELLING_COST],
  ['cl', 'd', OCR_COST],
  ['ks', 'x', SPELLING_COST],
  ['ri', 'n', OCR_COST],
  ['ii', 'u', OCR_COST],
  ['ss', 'b', OCR_COST],
]

/** Letters that a loose key replaces by the second one. */
export const KEY_SINGLES: readonly LetterPair[] = [
  ['c', 'k', SPELLING_COST],
  ['y', 'i', SPELLING_COST],
  ['0', 'o', OCR_COST],
  ['1', 'l', OCR_COST],
  ['5', 's', OCR_COST],
  ['8', 'b', OCR_COST],
]

/** Cheap confusions of single letters that stay distinct in a loose key. */
export const OTHER_SINGLES: readonly LetterPair[] = [
  ['1', 'i', OCR_COST],
  ['l', 'i', OCR_COST],
  ['6', 'g', OCR_COST],
  ['2', 'z', OCR_COST],
  ['h', 'b', RARE_OCR_COST],
  ['c', 'e', RARE_OCR_COST],
]

/** Groups of letters with nearly the same sound. */
export const NEAR_SOUNDS: readonly string[] = ['aeiouyj', 'bp', 'dt', 'fvw', 'gkqc', 'mn', 'szc']

/**
 * The letters of a German keyboard, row by row. A key touches two keys of the row above: the one at the same
 * index and the next.
 */
export const KEY_ROWS: readonly string[] = ['qwertzuiop', 'asdfghjkl', 'yxcvbnm']
