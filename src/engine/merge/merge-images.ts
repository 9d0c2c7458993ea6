/**
 * Merges a base with its delta into one image without reading a name again: documents, words and codes get
 * new numbers, everything else is copied. Memory is needed for the shared buffer of the new image and for the
 * sections of terms; columns of documents are copied straight into that buffer.
 */

import type { BuildFacts } from '../build/index-builder.ts'
import { writeBitmaps } from '../build/write-bitmaps.ts'
import { writeExactNames } from '../build/write-exact-names.ts'
import { writeFuzzyIndex } from '../build/write-fuzzy-index.ts'
import { writeInitials } from '../build/write-initials.ts'
import { writeLetterCounts } from '../build/write-letter-counts.ts'
import { writeLetterPairs } from '../build/write-letter-pairs.ts'
import { writeSeatWords } from '../build/write-seat-words.ts'
import { writeTermWeights } from '../build/write-term-weights.ts'
import { termHashTable } from '../build/write-terms.ts'
import { writeBigramFilter } from '../format/bigram-filter.ts'
import type { Deletions } from '../format/deletions.ts'
import type { ImageFacts, IndexImage } from '../format/image.ts'
import { allocateImage, headerOf, lengthsOf, moveSections, sectionsOf } from '../format/image.ts'
import type { Sections } from '../format/layout.ts'
import { mergeCodes } from './merge-codes.ts'
import type { MergeInput } from './merge-columns.ts'
import { columnLengths, fillColumns, fillNumbers, slicesLength } from './merge-columns.ts'
import { mergeForeignNumbers, renumberForeignNumbers } from './merge-foreign-numbers.ts'
import type { BaseAndDelta, MergedImage } from './merge-order.ts'
import { DROPPED, eachRange, mergeOrder } from './merge-order.ts'
import type { MergedTerms, TermColumns } from './merge-terms.ts'
import { mergeTerms } from './merge-terms.ts'

/** The changes since a base. */
export interface IndexDelta {
  /** New and changed companies in their current state. */
  readonly image: IndexImage
  /** Companies of the base that were changed or removed. */
  readonly deletions: Deletions
}

/**
 * Returns the image that `buildIndexImage` would make of the live companies of base and delta, but for the
 * numbers of codes and seats: unused ones keep theirs.
 * @throws RangeError beyond 65,535 different legal forms, courts, suffixes or dates.
 */
export function mergeImages(base: IndexImage, delta: IndexDelta, facts: BuildFacts): IndexImage {
  const images = [openedOf(base), openedOf(delta.image)] as const
  const order = mergeOrder(images, new Uint32Array(delta.deletions.bits))
  const input: MergeInput = { images, order, codes: mergeCodes(images) }
  const rebuilt = rebuildSections(input)
  const lengths = { ...columnLengths(input), ...lengthsOf(rebuilt) }
  const draft = allocateImage(lengths, factsOf(input, facts))
  moveSections(rebuilt, draft)
  fillColumns(draft.sections, input)
  renumberForeignNumbers(draft.sections, order.companies)
  fillNumbers(draft.sections, input)
  return draft.finish()
}

function openedOf(image: IndexImage): MergedImage {
  const header = headerOf(image)
  return { header, sections: sectionsOf(image, header) }
}

/** Builds all sections that are not copied by document, in memory of their own. */
function rebuildSections({ images, order, codes }: MergeInput) {
  const words = mergeTerms([wordsOf(images[0]), wordsOf(images[1])], order.newOf)
  const joins = mergeTerms([joinsOf(images[0]), joinsOf(images[1])], order.newOf)
  const wordBuckets = termHashTable(words)
  const joinBuckets = termHashTable(joins)
  const merged = {
    wordBytes: words.bytes,
    wordStarts: words.starts,
    wordBucketStarts: wordBuckets.starts,
    wordBuckets: wordBuckets.entries,
    postingStarts: words.postingStarts,
    postings: words.postings,
    joinBytes: joins.bytes,
    joinStarts: joins.starts,
    joinBucketStarts: joinBuckets.starts,
    joinBuckets: joinBuckets.entries,
    joinParts: joins.parts as Uint8Array,
    joinFirstLetters: mergeJoinFirstLetters(images, joins),
    joinPostingStarts: joins.postingStarts,
    joinPostings: joins.postings,
    ...mergeForward({ images, order }, words.newOf),
    groupStarts: order.groupStarts,
    seatBytes: codes.seatTexts.bytes.view(),
    seatStarts: codes.seatTexts.starts.view(),
    ...mergeForeignNumbers(images, order),
  }
  return {
    ...merged,
    ...writeBitmaps(merged, order.groupStarts),
    ...writeFuzzyIndex(merged),
    ...writeExactNames(merged),
    ...writeInitials(merged),
    ...writeLetterCounts(merged),
    ...writeLetterPairs(merged),
    ...writeBigramFilter(merged),
    ...writeTermWeights(merged),
    ...writeSeatWords(merged),
  }
}

function wordsOf({ sections }: MergedImage): TermColumns {
  const { wordBytes: bytes, wordStarts: starts, postingStarts, postings } = sections
  return { bytes, starts, parts: undefined, postingStarts, postings }
}

function joinsOf({ sections }: MergedImage): TermColumns {
  const { joinBytes: bytes, joinStarts: starts, joinParts: parts } = sections
  return { bytes, starts, parts, postingStarts: sections.joinPostingStarts, postings: sections.joinPostings }
}

/** Returns the smaller value of both; that of a removed name stays, as it is only a bound. */
function mergeJoinFirstLetters(
  images: BaseAndDelta<MergedImage>,
  { starts, newOf }: MergedTerms,
): Uint8Array {
  const least = new Uint8Array(starts.length - 1).fill(255)
  images.forEach(({ sections }, image) => {
    const newTerms = newOf[image] as Uint32Array
    for (let join = 0; join < newTerms.length; join++) {
      const newTerm = newTerms[join] as number
      if (newTerm !== DROPPED)
        least[newTerm] = Math.min(least[newTerm] as number, sections.joinFirstLetters[join] as number)
    }
  })
  return least
}

function mergeForward(
  { images, order }: Pick<MergeInput, 'images' | 'order'>,
  newWords: BaseAndDelta<Uint32Array>,
): Pick<Sections, 'forward' | 'forwardStarts'> {
  const forward = new Uint32Array(slicesLength(images, order.sources, 'forwardStarts'))
  const forwardStarts = new Uint32Array(order.sources.length + 1)
  let filled = 0
  eachRange(order.sources, (image, from, to, at) => {
    const { forward: entries, forwardStarts: starts } = images[image].sections
    const words = newWords[image]
    for (let document = from; document < to; document++) {
      const end = starts[document + 1] as number
      for (let i = starts[document] as number; i < end; i++) {
        const entry = entries[i] as number
        forward[filled++] = (words[entry >>> 1] as number) * 2 + (entry & 1)
      }
      forwardStarts[at + document - from + 1] = filled
    }
  })
  return { forward, forwardStarts }
}

function factsOf({ images, order, codes }: MergeInput, facts: BuildFacts): ImageFacts {
  return {
    snapshotNumber: facts.snapshotNumber,
    sequence: facts.sequence,
    changeId: facts.changeId ?? '',
    builtAtMs: facts.nowMs,
    companies: order.companies,
    documents: order.sources.length,
    wordsMax: images[0].header.wordsMax,
    ...codes.tables,
  }
}
