/** Names in which a word of the query is written as several. */
import type { AskedWord, WordParts } from './asked-words.ts'
import { gallop } from './document-list.ts'
import type { Segment } from './segment.ts'

/** Documents, ascending, each once. */
export function splitDocuments(segment: Segment, word: AskedWord): Uint32Array {
  const found = new Set<number>()
  for (const parts of word.parts) addNeighbours(segment, parts, found)
  return Uint32Array.from(found).sort()
}

/** Documents in which the words stand side by side. */
function addNeighbours(segment: Segment, words: WordParts, found: Set<number>): void {
  const { postings, postingStarts } = segment.blocks
  const lists = words.map(
    (word) => [postingStarts[word] as number, postingStarts[word + 1] as number] as const,
  )
  const sorted = lists.toSorted(([from, to], [otherFrom, otherTo]) => to - from - (otherTo - otherFrom))
  const [from, to] = sorted[0] as readonly [number, number]
  const places = sorted.map(([start]) => start)
  for (let i = from; i < to; i++) {
    const document = postings[i] as number
    const isInAll = sorted.every(([, end], list) => {
      const place = gallop(postings, places[list] as number, end, document)
      places[list] = place
      return place < end && postings[place] === document
    })
    if (isInAll && standTogether(segment, document, words)) found.add(document)
  }
}

function standTogether({ blocks }: Segment, document: number, words: WordParts): boolean {
  const { forward, forwardStarts } = blocks
  const end = (forwardStarts[document + 1] as number) - words.length
  for (let at = forwardStarts[document] as number; at <= end; at++) {
    if (words.every((word, i) => (forward[at + i] as number) >>> 1 === word)) return true
  }
  return false
}
