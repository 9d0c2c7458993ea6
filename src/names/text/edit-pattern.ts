/** Edit distances from one word to many, with a bit-parallel matrix: a column takes a dozen operations. */
import { distanceWithin } from './edit-distance.ts'
import { Letters } from './letters.ts'

/** Longest word whose letters fit into the bits of a number. Longer words are compared cell by cell. */
const BITS = 32
const ASCII = 128

/**
 * Computes the distance of `editDistance` from one word to others, in letters (code points).
 *
 * H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of
 * Computing 10 (2003), 29-39.
 */
export class EditPattern {
  #word = new Letters()
  /** By ASCII letter: its positions in the word, one bit each. */
  readonly #positionMasks = new Int32Array(ASCII)

  /** Sets the word for the following comparisons. Its letters must not change meanwhile. */
  setWord(word: Letters): void {
    this.#word = word
    this.#positionMasks.fill(0)
    for (let i = 0; i < word.length; i++) {
      const code = word.codes[i] as number
      if (code < ASCII) this.#positionMasks[code] = (this.#positionMasks[code] as number) | (1 << i)
    }
  }

  /** Returns the distance between the pattern and `other`, `atMost + 1` if it is larger than `atMost`. */
  distanceTo(other: Letters, atMost: number): number {
    const pattern = this.#word
    if (Math.abs(pattern.length - other.length) > atMost) return atMost + 1
    if (pattern.length > BITS || pattern.length === 0) {
      return distanceWithin(pattern.codes, pattern.length, other.codes, other.length, atMost)
    }
    return this.#distanceByColumns(other, atMost)
  }

  /**
   * Walks the columns of the matrix. The bit vectors have the names of the paper: plus and minus one,
   * vertical (`v`) and horizontal (`h`).
   */
  #distanceByColumns({ codes, length }: Letters, atMost: number): number {
    const lastRow = 1 << (this.#word.length - 1)
    let edits = this.#word.length
    let vp = -1
    let vn = 0
    let d0 = 0
    let previousMatch = 0
    for (let j = 0; j < length; j++) {
      const code = codes[j] as number
      const match = code < ASCII ? (this.#positionMasks[code] as number) : this.#positionMaskOf(code)
      const transposition = ((~d0 & match) << 1) & previousMatch
      d0 = ((((match & vp) + vp) | 0) ^ vp) | match | vn | transposition
      const hp = vn | ~(d0 | vp)
      const hn = d0 & vp
      if ((hp & lastRow) !== 0) edits++
      else if ((hn & lastRow) !== 0) edits--
      if (edits - (length - 1 - j) > atMost) return atMost + 1
      const right = (hp << 1) | 1
      vp = (hn << 1) | ~(d0 | right)
      vn = right & d0
      previousMatch = match
    }
    return edits
  }

  /** Returns the position mask of a non-ASCII letter. These are rare, so they have no table. */
  #positionMaskOf(code: number): number {
    const { codes, length } = this.#word
    let mask = 0
    for (let i = 0; i < length; i++) if (codes[i] === code) mask |= 1 << i
    return mask
  }
}
