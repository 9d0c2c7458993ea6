/** Names in which single letters stand side by side (`A B C Bau`). Letters stand in many names, but two of them together in few. */
import type { Blocks } from './layout.ts'

/** UTF-8: bytes of a letter by its first byte, up to three; longer ones are two UTF-16 units. */
const TWO_BYTES = 0xc0
const THREE_BYTES = 0xe0
const NO_DOCUMENTS = new Uint32Array(0)

type PairBlocks = Pick<
  Blocks,
  'forward' | 'forwardStarts' | 'postings' | 'postingStarts' | 'wordBytes' | 'wordStarts'
>

/** Of one index and one thread; what stands behind a letter is read at its first need, and kept: 0.2 bytes a company when all is read. */
export class LetterPairs {
  readonly #blocks: PairBlocks
  /** By first letter, then by second. */
  readonly #following = new Map<number, ReadonlyMap<number, Uint32Array>>()

  constructor(blocks: PairBlocks) {
    this.#blocks = blocks
  }

  /** Whether the word is one letter or digit. */
  isLetter(word: number): boolean {
    const { wordBytes, wordStarts } = this.#blocks
    const start = wordStarts[word] as number
    const first = wordBytes[start] as number
    const bytes = first < TWO_BYTES ? 1 : first < THREE_BYTES ? 2 : 3
    return (wordStarts[word + 1] as number) - start === bytes
  }

  /** Documents, ascending, that have two of the letters side by side: those of which there are fewest. All that have the run are among them. */
  documentsOf(letters: readonly number[]): Uint32Array {
    let fewest: Uint32Array | undefined
    for (let i = 0; i + 1 < letters.length; i++) {
      const documents = this.#documentsOf(letters[i] as number, letters[i + 1] as number)
      if (fewest === undefined || documents.length < fewest.length) fewest = documents
    }
    return fewest ?? NO_DOCUMENTS
  }

  #documentsOf(first: number, second: number): Uint32Array {
    let behind = this.#following.get(first)
    if (behind === undefined) {
      behind = this.#read(first)
      this.#following.set(first, behind)
    }
    return behind.get(second) ?? NO_DOCUMENTS
  }

  #read(letter: number): ReadonlyMap<number, Uint32Array> {
    const { forward, forwardStarts, postings, postingStarts } = this.#blocks
    const behind = new Map<number, number[]>()
    for (let i = postingStarts[letter] as number; i < (postingStarts[letter + 1] as number); i++) {
      const document = postings[i] as number
      const last = (forwardStarts[document + 1] as number) - 1
      for (let at = forwardStarts[document] as number; at < last; at++) {
        const next = (forward[at + 1] as number) >>> 1
        if ((forward[at] as number) >>> 1 === letter && this.isLetter(next)) add(behind, next, document)
      }
    }
    return new Map([...behind].map(([next, documents]) => [next, Uint32Array.from(documents)]))
  }
}

/** A name that has the two letters twice counts once. */
function add(behind: Map<number, number[]>, letter: number, document: number): void {
  const documents = behind.get(letter)
  if (documents === undefined) behind.set(letter, [document])
  else if (documents.at(-1) !== document) documents.push(document)
}
