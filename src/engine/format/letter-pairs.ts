/**
 * Finds names with adjacent single letters (`A B C Bau`). Single letters occur in many names, but two given
 * ones side by side in few.
 */
import type { Sections } from './layout.ts'

/**
 * UTF-8: first bytes of letters of two and three bytes. Letters of four bytes are two UTF-16 units and not
 * counted as one.
 */
const TWO_BYTES = 0xc0
const THREE_BYTES = 0xe0
const NO_DOCUMENTS = new Uint32Array(0)

type PairSections = Pick<
  Sections,
  'forward' | 'forwardStarts' | 'postings' | 'postingStarts' | 'wordBytes' | 'wordStarts'
>

/**
 * Posting lists of adjacent letters, for one index and one thread. The pairs of a letter are read at first
 * use and kept: 0.2 bytes per company when all are read.
 */
export class LetterPairs {
  readonly #sections: PairSections
  /** By first letter, then by second. */
  readonly #following = new Map<number, ReadonlyMap<number, Uint32Array>>()

  constructor(sections: PairSections) {
    this.#sections = sections
  }

  /** Returns whether the word is one letter or digit. */
  isLetter(word: number): boolean {
    const { wordBytes, wordStarts } = this.#sections
    const start = wordStarts[word] as number
    const first = wordBytes[start] as number
    const bytes = first < TWO_BYTES ? 1 : first < THREE_BYTES ? 2 : 3
    return (wordStarts[word + 1] as number) - start === bytes
  }

  /**
   * Returns the posting list of the rarest adjacent pair among the letters. Every name with the whole run is
   * in it.
   */
  documentsOf(letters: readonly number[]): Uint32Array {
    let fewest: Uint32Array | undefined
    for (let i = 0; i + 1 < letters.length; i++) {
      const documents = this.#documentsOf(letters[i] as number, letters[i + 1] as number)
      if (fewest === undefined || documents.length < fewest.length) fewest = documents
    }
    return fewest ?? NO_DOCUMENTS
  }

  #documentsOf(first: number, second: number): Uint32Array {
    let followers = this.#following.get(first)
    if (followers === undefined) {
      followers = this.#read(first)
      this.#following.set(first, followers)
    }
    return followers.get(second) ?? NO_DOCUMENTS
  }

  #read(letter: number): ReadonlyMap<number, Uint32Array> {
    const { forward, forwardStarts, postings, postingStarts } = this.#sections
    const followers = new Map<number, number[]>()
    for (let i = postingStarts[letter] as number; i < (postingStarts[letter + 1] as number); i++) {
      const document = postings[i] as number
      const last = (forwardStarts[document + 1] as number) - 1
      for (let at = forwardStarts[document] as number; at < last; at++) {
        const next = (forward[at + 1] as number) >>> 1
        if ((forward[at] as number) >>> 1 === letter && this.isLetter(next)) add(followers, next, document)
      }
    }
    return new Map([...followers].map(([next, documents]) => [next, Uint32Array.from(documents)]))
  }
}

/** A name that has the pair twice is added once. */
function add(followers: Map<number, number[]>, letter: number, document: number): void {
  const documents = followers.get(letter)
  if (documents === undefined) followers.set(letter, [document])
  else if (documents.at(-1) !== document) documents.push(document)
}
