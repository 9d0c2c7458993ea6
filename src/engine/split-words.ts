/** Names in which a word of the query is written as several. */
import type { AskedWord, WordParts } from './asked-words.ts'
import { gallop } from './document-list.ts'
import type { Segment } from './segment.ts'

/** How many documents `splitDocuments` finds at most. */
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

/** Documents, ascending, each once. */
export function splitDocuments(segment: Segment, word: AskedWord): Uint32Array {
  const found = new Set<number>()
  for (const parts of word.parts) addNeighbours(segment, parts, found)
  return Uint32Array.from(found).sort()
}

/** Documents in which the words stand side by side. */
function addNeighbours(segment: Segment, words: WordParts, found: Set<number>): void {
  const { postings, postingStarts } = segment.blocks
  const sizeOf = (word: number) => (postingStarts[word + 1] as number) - (postingStarts[word] as number)
  const [lead, ...others] = words.toSorted((a, b) => sizeOf(a) - sizeOf(b)) as [number, ...number[]]
  const places = others.map((word) => postingStarts[word] as number)
  const end = postingStarts[lead + 1] as number
  for (let i = postingStarts[lead] as number; i < end; i++) {
    const document = postings[i] as number
    let isInAll = true
    for (let k = 0; isInAll && k < others.length; k++) {
      const last = postingStarts[(others[k] as number) + 1] as number
      const place = gallop(postings, places[k] as number, last, document)
      places[k] = place
      isInAll = place < last && postings[place] === document
    }
    if (isInAll && standTogether(segment, document, words)) found.add(document)
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
