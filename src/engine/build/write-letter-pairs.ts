/** Writes the posting lists of adjacent single letters (`A B C Bau`). */

import type { Sections } from '../format/layout.ts'
import { isLetter } from '../format/letter-pairs.ts'

type Named = Pick<Sections, 'forward' | 'forwardStarts' | 'wordBytes' | 'wordStarts'>

/** Writes the pairs in the order of their first, then of their second word. */
export function writeLetterPairs(
  named: Named,
): Pick<Sections, 'letterPairs' | 'letterPairStarts' | 'letterPairPostings'> {
  const pairs = documentsByPair(named)
  const letterPairs = new Uint32Array(pairs.length * 2)
  const letterPairStarts = new Uint32Array(pairs.length + 1)
  pairs.forEach(({ first, second, documents }, i) => {
    letterPairs.set([first, second], i * 2)
    letterPairStarts[i + 1] = (letterPairStarts[i] as number) + documents.length
  })
  const letterPairPostings = new Uint32Array(letterPairStarts.at(-1) as number)
  pairs.forEach(({ documents }, i) => {
    letterPairPostings.set(documents, letterPairStarts[i])
  })
  return { letterPairs, letterPairStarts, letterPairPostings }
}

interface Pair {
  readonly first: number
  readonly second: number
  readonly documents: number[]
}

function documentsByPair(named: Named): readonly Pair[] {
  const words = named.wordStarts.length - 1
  const pairs = new Map<number, Pair>()
  eachPair(named, (first, second, document) => {
    const key = first * words + second
    const known = pairs.get(key)
    if (known === undefined) pairs.set(key, { first, second, documents: [document] })
    // A name may have the pair twice.
    else if (known.documents.at(-1) !== document) known.documents.push(document)
  })
  return [...pairs.values()].sort((a, b) => a.first - b.first || a.second - b.second)
}

function eachPair(named: Named, visit: (first: number, second: number, document: number) => void): void {
  const { forward, forwardStarts } = named
  for (let document = 0; document + 1 < forwardStarts.length; document++) {
    const last = (forwardStarts[document + 1] as number) - 1
    for (let at = forwardStarts[document] as number; at < last; at++) {
      const [first, second] = [(forward[at] as number) >>> 1, (forward[at + 1] as number) >>> 1]
      if (isLetter(named, first) && isLetter(named, second)) visit(first, second, document)
    }
  }
}
