/** Bitmaps of common words. They test whether a current name has the word with one read. */
import type { Sections } from '../format/layout.ts'
import { GROUPS_PER_ZONE, ZONES } from '../format/layout.ts'
import { gallop } from '../format/posting-list.ts'

/** A word in more than one of this many live or removed documents gets a bitmap of these. */
const DENSE_SHARE = 256

type Postings = Pick<Sections, 'postings' | 'postingStarts'>
type BitmapSections = Pick<
  Sections,
  'denseWords' | 'denseBitmaps' | 'removedDenseWords' | 'removedDenseBitmaps'
>

/** Writes the bitmaps of common words over the live documents, and over the removed ones. */
export function writeBitmaps(words: Postings, groupStarts: Uint32Array): BitmapSections {
  const removedFrom = groupStarts[ZONES.removed * GROUPS_PER_ZONE] as number
  const formerFrom = groupStarts[ZONES.former * GROUPS_PER_ZONE] as number
  const live = bitmapsIn(words, 0, removedFrom)
  const removed = bitmapsIn(words, removedFrom, formerFrom)
  return {
    denseWords: live.words,
    denseBitmaps: live.bitmaps,
    removedDenseWords: removed.words,
    removedDenseBitmaps: removed.bitmaps,
  }
}

/** Returns the common words among the documents in [from, to), and their bitmaps over these documents. */
function bitmapsIn({ postings, postingStarts }: Postings, from: number, to: number) {
  const dense: { readonly word: number; readonly documents: Uint32Array }[] = []
  for (let word = 0; word < postingStarts.length - 1; word++) {
    const start = postingStarts[word] as number
    const end = postingStarts[word + 1] as number
    if ((end - start) * DENSE_SHARE <= to - from) continue
    const first = gallop(postings, start, end, from)
    const last = gallop(postings, first, end, to)
    if ((last - first) * DENSE_SHARE > to - from)
      dense.push({ word, documents: postings.subarray(first, last) })
  }
  const length = (to - from + 31) >>> 5
  const bitmaps = new Uint32Array(dense.length * length)
  dense.forEach(({ documents }, i) => {
    setBits(bitmaps.subarray(i * length, (i + 1) * length), documents, from)
  })
  return { words: Uint32Array.from(dense, ({ word }) => word), bitmaps }
}

function setBits(bits: Uint32Array, documents: Uint32Array, from: number): void {
  for (const document of documents) {
    const bit = document - from
    bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31))
  }
}
