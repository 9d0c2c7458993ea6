/** Names in which a word of the query is written as two, or letter by letter. */
import { LETTER_RUN_MAX } from '../names/word-alignment.ts'
import { gallop } from './document-list.ts'
import { termsEqualTo } from './lexicon.ts'
import type { Segment } from './segment.ts'
import type { SimilarWordFinder } from './similar-words.ts'
import { utf8Of } from './utf8.ts'

/** Documents, ascending, each once. */
export function splitDocuments(segment: Segment, text: string, similar: SimilarWordFinder): Uint32Array {
  const found = new Set<number>()
  for (let at = 1; at < text.length; at++) {
    const first = similar.looselySame(text.slice(0, at))
    const second = first.length === 0 ? [] : similar.looselySame(text.slice(at))
    for (const a of first) for (const b of second) addNeighbours(segment, [a, b], found)
  }
  if (text.length > 2 && text.length <= LETTER_RUN_MAX) addSpelled(segment, text, found)
  return Uint32Array.from(found).sort()
}

/** Documents in which the word is spelt letter by letter. */
function addSpelled(segment: Segment, text: string, found: Set<number>): void {
  const letters = [...text].map((letter) => termsEqualTo(segment.words, utf8Of(letter)))
  const words = letters.map(({ from }) => from)
  if (letters.every(({ from, to }) => from < to)) addNeighbours(segment, words, found)
}

/** Documents in which the words stand side by side. */
function addNeighbours(segment: Segment, words: readonly number[], found: Set<number>): void {
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

function standTogether({ blocks }: Segment, document: number, words: readonly number[]): boolean {
  const { forward, forwardStarts } = blocks
  const end = (forwardStarts[document + 1] as number) - words.length
  for (let at = forwardStarts[document] as number; at <= end; at++) {
    if (words.every((word, i) => (forward[at + i] as number) >>> 1 === word)) return true
  }
  return false
}
