/** Bitmaps of common words. They test whether a live document has the word with one read. */
import type { Sections } from '../format/layout.ts'
import { gallop } from '../format/posting-list.ts'

/** A word in more than one of this many live documents gets a bitmap: 54 words of 1.49 million companies. */
const DENSE_SHARE = 256

/** Writes the bitmaps of common words over the live documents, which are the first `liveDocuments`. */
export function writeBitmaps(
  { postings, postingStarts }: Pick<Sections, 'postings' | 'postingStarts'>,
  liveDocuments: number,
): Pick<Sections, 'denseWords' | 'denseBitmaps'> {
  const dense: { readonly word: number; readonly documents: Uint32Array }[] = []
  for (let word = 0; word < postingStarts.length - 1; word++) {
    const from = postingStarts[word] as number
    const to = postingStarts[word + 1] as number
    if ((to - from) * DENSE_SHARE <= liveDocuments) continue
    const liveTo = gallop(postings, from, to, liveDocuments)
    if ((liveTo - from) * DENSE_SHARE <= liveDocuments) continue
    dense.push({ word, documents: postings.subarray(from, liveTo) })
  }
  const length = (liveDocuments + 31) >>> 5
  const denseBitmaps = new Uint32Array(dense.length * length)
  dense.forEach(({ documents }, i) => {
    setBits(denseBitmaps.subarray(i * length, (i + 1) * length), documents)
  })
  return { denseWords: Uint32Array.from(dense, ({ word }) => word), denseBitmaps }
}

function setBits(bits: Uint32Array, documents: Uint32Array): void {
  for (const document of documents) {
    bits[document >>> 5] = (bits[document >>> 5] as number) | (1 << (document & 31))
  }
}
