/** A name with the parts that match the query marked. */
import { Isolated } from '../words/isolated-text.tsx'
import { type NamePiece, namePieces, type TextRange } from './name-pieces.ts'

const TURNING = /\p{Bidi_Control}/u

interface MarkedNameProps {
  readonly children: string
  readonly ranges: readonly TextRange[]
}

export function MarkedName({ children: name, ranges }: MarkedNameProps) {
  // Marks in a text that changes its own direction would be torn apart.
  if (TURNING.test(name)) return <Isolated>{name}</Isolated>
  return <bdi>{namePieces(name, ranges).map(pieceElement)}</bdi>
}

/** A mark has no role, so that a screen reader reads a word that is marked in part as one word. */
function pieceElement({ text, isMarked }: NamePiece, index: number) {
  if (!isMarked) return text
  return (
    <mark key={index} role="none">
      {text}
    </mark>
  )
}
