/** One word compared with thousands: its letters as bits, so that a column of the distance matrix is a dozen operations. */
import { distanceWithin } from './edit-distance.ts'
import { Letters } from './letters.ts'

/** Letters that fit into the bits of a number; longer words are compared cell by cell. */
const BITS = 32
const ASCII = 128

/**
 * Counts the edits from one word to others, as `editDistance` does, in letters (code points).
 *
 * H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of Computing 10 (2003), 29-39.
 */
export class EditPattern {
  #word = new Letters()
  /** By ASCII letter: its places in the word, one bit each. */
  readonly #positionMasks = new Int32Array(ASCII)

  /** Compares with this word from now on; the letters must not change meanwhile. */
  setWord(word: Letters): void {
    this.#word = word
    this.#positionMasks.fill(0)
    for (let i = 0; i < word.length; i++) {
      const code = word.codes[i] as number
      if (code < ASCII) this.#positionMasks[code] = (this.#positionMasks[code] as number) | (1 << i)
    }
  }

  /** Edits between the pattern and `other`; `atMost + 1` as soon as there are more than `atMost`. */
  distanceTo(other: Letters, atMost: number): number {
    const pattern = this.#word
    if (Math.abs(pattern.length - other.length) > atMost) return atMost + 1
    if (pattern.length > BITS || pattern.length === 0) {
      return distanceWithin(pattern.codes, pattern.length, other.codes, other.length, atMost)
    }
    return this.#distanceByColumns(other, atMost)
  }

  /** The names of the bit vectors are those of the paper: plus and minus one, downwards (`v`) and to the right (`h`). */
  #distanceByColumns({ codes, length }: Letters, atMost: number): number {
    const lowest = 1 << (this.#word.length - 1)
    let edits = this.#word.length
    let vp = -1
    let vn = 0
    let d0 = 0
    let matchBefore = 0
    for (let j = 0; j < length; j++) {
      const code = codes[j] as number
      const match = code < ASCII ? (this.#positionMasks[code] as number) : this.#positionMaskOf(code)
      const swap = ((~d0 & match) << 1) & matchBefore
      d0 = ((((match & vp) + vp) | 0) ^ vp) | match | vn | swap
      const hp = vn | ~(d0 | vp)
      const hn = d0 & vp
      if ((hp & lowest) !== 0) edits++
      else if ((hn & lowest) !== 0) edits--
      if (edits - (length - 1 - j) > atMost) return atMost + 1
      const right = (hp << 1) | 1
      vp = (hn << 1) | ~(d0 | right)
      vn = right & d0
      matchBefore = match
    }
    return edits
  }

  /** Of a letter that is not ASCII: seldom, so it has no table. */
  #positionMaskOf(code: number): number {
    const { codes, length } = this.#word
    let places = 0
    for (let i = 0; i < length; i++) if (codes[i] === code) places |= 1 << i
    return places
  }
}
