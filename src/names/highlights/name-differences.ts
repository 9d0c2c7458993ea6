/** The letters in which two names differ, for a person who compares them. Pure. */
import type { TextRange } from '../text/fold-places.ts'

/** Code points of each name that are compared; the time grows with their product. */
export const COMPARED_POINTS_MAX = 300
/** Share of the letters of a word that the other name must have; of other words all letters differ. */
const SAME_SHARE_MIN = 0.5

/** Ranges in code points of both names, sorted, without overlaps. */
export interface NameDifferences {
  readonly first: readonly TextRange[]
  readonly second: readonly TextRange[]
}

/** A name, and which of its letters belong together. */
interface Letters {
  /** Code points, without their case. */
  readonly points: readonly string[]
  /** By code point, the place of the first letter of its word; -1 = no letter. */
  readonly words: readonly number[]
}

/** Pairs of places of the same letter in both names, in their order. */
type Pairs = readonly (readonly [number, number])[]

const LETTER = /[\p{L}\p{N}\p{M}]/u

/**
 * Returns the letters and digits that only one of two names has, apart from their case. Other signs and blanks never differ,
 * nor does what comes after `COMPARED_POINTS_MAX` code points.
 */
export function nameDifferences(first: string, second: string): NameDifferences {
  const [a, b] = [lettersOf(first), lettersOf(second)]
  const pairs = inSimilarWords(commonLetters(a.points, b.points), a, b)
  return {
    first: rangesWithout(a, new Set(pairs.map(([place]) => place))),
    second: rangesWithout(b, new Set(pairs.map(([, place]) => place))),
  }
}

function lettersOf(name: string): Letters {
  const points = [...name].slice(0, COMPARED_POINTS_MAX)
  let word = -1
  const words = points.map((point, place) => {
    const isLetter = LETTER.test(point)
    if (!isLetter) word = -1
    else if (word < 0) word = place
    return word
  })
  return { points: points.map((point) => point.toLowerCase()), words }
}

/** The longest common subsequence. */
function commonLetters(a: readonly string[], b: readonly string[]): Pairs {
  const width = b.length + 1
  const lengths = commonLengths(a, b)
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return pairs
}

/** The lengths for the rest of both from each pair of places on, by the first place. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const [here, below] = [i * width + j, (i + 1) * width + j]
      lengths[here] = a[i] === b[j] ? lengths[below + 1]! + 1 : Math.max(lengths[below]!, lengths[here + 1]!)
    }
  }
  return lengths
}

/** Leaves out letters that are the same by chance: in words that have few in common. */
function inSimilarWords(pairs: Pairs, a: Letters, b: Letters): Pairs {
  const inA = similarWords(a, new Set(pairs.map(([place]) => place)))
  const inB = similarWords(b, new Set(pairs.map(([, place]) => place)))
  const kept = pairs.filter(([i, j]) => inA.has(a.words[i]!) && inB.has(b.words[j]!))
  return kept.length === pairs.length ? pairs : inSimilarWords(kept, a, b)
}

function similarWords({ words }: Letters, same: ReadonlySet<number>): ReadonlySet<number> {
  const letters = new Map<number, { all: number; same: number }>()
  for (const [place, word] of words.entries()) {
    if (word < 0) continue
    const count = letters.get(word) ?? { all: 0, same: 0 }
    count.all++
    if (same.has(place)) count.same++
    letters.set(word, count)
  }
  const similar = [...letters].filter(([, count]) => count.same >= count.all * SAME_SHARE_MIN)
  return new Set(similar.map(([word]) => word))
}

function rangesWithout({ words }: Letters, same: ReadonlySet<number>): readonly TextRange[] {
  const ranges: [number, number][] = []
  for (const [place, word] of words.entries()) {
    if (word < 0 || same.has(place)) continue
    const last = ranges.at(-1)
    if (last?.[1] === place) last[1] = place + 1
    else ranges.push([place, place + 1])
  }
  return ranges
}
