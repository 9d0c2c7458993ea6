/** Cuts a name at the ranges that match the query. */

/** `[start, end)` in code points. */
export type TextRange = readonly [start: number, end: number]

/** A part of a name. */
export interface NamePiece {
  readonly text: string
  readonly isMarked: boolean
}

/** Returns the pieces of a name in order, none of them empty. `ranges` are sorted and do not overlap. */
export function namePieces(name: string, ranges: readonly TextRange[]): readonly NamePiece[] {
  const points = [...name]
  const pieces: NamePiece[] = []
  let at = 0
  const add = (end: number, isMarked: boolean): void => {
    if (end > at) pieces.push({ text: points.slice(at, end).join(''), isMarked })
    at = Math.max(at, end)
  }
  for (const [start, end] of ranges) {
    add(start, false)
    add(end, true)
  }
  add(points.length, false)
  return pieces
}
