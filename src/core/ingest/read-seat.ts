/** Reads the seat of a register entry. Pure. */

/**
 * Matches sentences about a move of the seat: `Sitz verlegt nach Konstanz (…)`, `Sitz von Stuttgart nach
 * Oberkirch verlegt (…)`, `Magdeburg, wohin der Sitz von Köln verlegt ist`, `Sitzverlegung`, and the typing
 * error `velegt`. No name of a German place contains these letters.
 */
const SEAT_CHANGE_NOTE = /ver?leg(?:t|ung)/i

/**
 * Returns the seat unchanged, or the empty text if the field contains a sentence about a move of the seat: it
 * is not a place, and which of its places is the seat of this entry depends on its wording.
 */
export function readSeat(text: string): string {
  return SEAT_CHANGE_NOTE.test(text) ? '' : text
}
