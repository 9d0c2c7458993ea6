/** Names in which a word of the query is written as several. */
import type { AskedWord, WordParts } from './asked-words.ts'
import { gallop } from './document-list.ts'
import { TOUCHED_MAX, touchWords } from './read-ahead.ts'
import type { Segment } from './segment.ts'

/** Of two words one of which stands in so many times as many names, the names of the rarer are read instead of looked for among the other's. */
const READ_SHARE = 8

/** How many documents `SplitWords` finds at most. */
export function splitDocumentsMax({ blocks }: Segment, word: AskedWord): number {
  const { postingStarts } = blocks
  let count = 0
  for (const parts of word.parts) {
    let least = Number.POSITIVE_INFINITY
    for (const part of parts) {
      least = Math.min(least, (postingStarts[part + 1] as number) - (postingStarts[part] as number))
    }
    count += least
  }
  return count
}

/** Finds documents in which words stand side by side. */
export class SplitWords {
  readonly #segment: Segment
  readonly #lead = new Uint32Array(TOUCHED_MAX)
  #found = new Set<number>()
  #touched = 0

  constructor(segment: Segment) {
    this.#segment = segment
  }

  /** Ascending, each once. Those for which `mayBe` is false are left out. */
  documentsOf(word: AskedWord, mayBe: (document: number) => boolean): Uint32Array {
    this.#found = new Set()
    for (const parts of word.parts) this.#find(parts, mayBe)
    return Uint32Array.from(this.#found).sort()
  }

  #find(words: WordParts, mayBe: (document: number) => boolean): void {
    const { postings, postingStarts } = this.#segment.blocks
    const sizeOf = (word: number) => (postingStarts[word + 1] as number) - (postingStarts[word] as number)
    const [lead, next] = words.toSorted((a, b) => sizeOf(a) - sizeOf(b)) as [number, number]
    const isRead = sizeOf(next) > READ_SHARE * sizeOf(lead)
    const last = postingStarts[next + 1] as number
    const end = postingStarts[lead + 1] as number
    let place = postingStarts[next] as number
    let count = 0
    for (let i = postingStarts[lead] as number; i < end; i++) {
      const document = postings[i] as number
      if (!mayBe(document)) continue
      if (!isRead) place = gallop(postings, place, last, document)
      if (isRead || (place < last && postings[place] === document)) this.#lead[count++] = document
      if (count === TOUCHED_MAX) count = this.#tryAll(words, count)
    }
    this.#tryAll(words, count)
  }

  /** Empties the list of leading documents. */
  #tryAll(words: WordParts, count: number): 0 {
    this.#touched ^= touchWords(this.#segment.blocks, this.#lead, 0, count)
    for (let i = 0; i < count; i++) {
      const document = this.#lead[i] as number
      if (standTogether(this.#segment, document, words)) this.#found.add(document)
    }
    return 0
  }
}

function standTogether({ blocks }: Segment, document: number, words: WordParts): boolean {
  const { forward, forwardStarts } = blocks
  const end = (forwardStarts[document + 1] as number) - words.length
  for (let at = forwardStarts[document] as number; at <= end; at++) {
    let same = 0
    while (same < words.length && (forward[at + same] as number) >>> 1 === words[same]) same++
    if (same === words.length) return true
  }
  return false
}
