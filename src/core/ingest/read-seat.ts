/** Reads the seat of a register entry. Pure. */

/**
 * `Sitz verlegt nach Konstanz (…)`, `Sitz von Stuttgart nach Oberkirch verlegt (…)`, `Magdeburg, wohin der Sitz von Köln
 * verlegt ist`, `Sitzverlegung`, and the clerks' `velegt`. No name of a German place contains these letters.
 */
const ABOUT_A_MOVE = /ver?leg(?:t|ung)/i

/**
 * The seat as it is written, or the empty text where the field holds a sentence about a move of the seat: the sentence
 * is no place, and which of its places is the seat of this entry depends on its wording.
 */
export function readSeat(text: string): string {
  return ABOUT_A_MOVE.test(text) ? '' : text
}
