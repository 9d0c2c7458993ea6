/**
 * One image of a base and what changed since, without reading a name again: documents, words and codes get new
 * numbers, everything else is copied. Only the shared buffer of the new image and what stands by word are made;
 * what stands by document is copied straight into its place.
 */

import type { BuildFacts } from '../build/index-builder.ts'
import { denseBlocks } from '../build/write-bitmaps.ts'
import { sameNameBlocks } from '../build/write-exact-names.ts'
import { nearBlocks } from '../build/write-fuzzy-index.ts'
import { initialsBlocks } from '../build/write-initials.ts'
import { letterBlocks } from '../build/write-letter-counts.ts'
import { weightBlocks } from '../build/write-term-weights.ts'
import { bucketsOf } from '../build/write-terms.ts'
import { neighbourBlocks } from '../format/bigram-filter.ts'
import type { DeadCompanies } from '../format/deletions.ts'
import type { ImageFacts, IndexImage } from '../format/image.ts'
import { blocksOf, draftImage, headerOf, lengthsOf, moveBlocks } from '../format/image.ts'
import type { Blocks } from '../format/layout.ts'
import { GROUPS_PER_ZONE, ZONES } from '../format/layout.ts'
import { mergeCodes } from './merge-codes.ts'
import type { Merging } from './merge-columns.ts'
import { columnLengths, fillColumns, fillNumbers, slicesLength } from './merge-columns.ts'
import type { MergedImage, OfBoth } from './merge-order.ts'
import { DROPPED, eachStretch, mergeOrder } from './merge-order.ts'
import type { MergedTerms, Terms } from './merge-terms.ts'
import { mergeTerms } from './merge-terms.ts'

/** What lies beside a base. */
export interface IndexDelta {
  /** Changed and new companies as they are now. */
  readonly image: IndexImage
  /** The companies of the base that changed or are gone. */
  readonly dead: DeadCompanies
}

/**
 * The image that `buildIndexImage` would make of the living companies of the base and those of the delta, but for
 * the numbers of codes and seats: those that nobody has any more keep theirs.
 * @throws RangeError beyond 65,535 different legal forms, courts, suffixes or dates.
 */
export function mergeImages(base: IndexImage, delta: IndexDelta, facts: BuildFacts): IndexImage {
  const both = [openedOf(base), openedOf(delta.image)] as const
  const order = mergeOrder(both, new Uint32Array(delta.dead.bits))
  const merging: Merging = { both, order, codes: mergeCodes(both) }
  const made = madeBlocks(merging)
  const lengths = { ...columnLengths(merging), ...lengthsOf(made) }
  const draft = draftImage(lengths, factsOf(merging, facts))
  moveBlocks(made, draft)
  fillColumns(draft.blocks, merging)
  fillNumbers(draft.blocks, merging)
  return draft.finish()
}

function openedOf(image: IndexImage): MergedImage {
  const header = headerOf(image)
  return { header, blocks: blocksOf(image, header) }
}

/** All that is not copied by document, in memory of its own. */
function madeBlocks({ both, order, codes }: Merging) {
  const words = mergeTerms([wordsOf(both[0]), wordsOf(both[1])], order.newOf)
  const joins = mergeTerms([joinsOf(both[0]), joinsOf(both[1])], order.newOf)
  const wordBuckets = bucketsOf(words)
  const joinBuckets = bucketsOf(joins)
  const made = {
    wordBytes: words.bytes,
    wordStarts: words.starts,
    wordBucketStarts: wordBuckets.starts,
    wordBuckets: wordBuckets.things,
    postingStarts: words.postingStarts,
    postings: words.postings,
    joinBytes: joins.bytes,
    joinStarts: joins.starts,
    joinBucketStarts: joinBuckets.starts,
    joinBuckets: joinBuckets.things,
    joinParts: joins.parts as Uint8Array,
    joinFirst: joinFirst(both, joins),
    joinPostingStarts: joins.postingStarts,
    joinPostings: joins.postings,
    ...forwardBlocks({ both, order }, words.newOf),
    groupStarts: order.groupStarts,
    seatBytes: codes.seatTexts.bytes.view(),
    seatStarts: codes.seatTexts.starts.view(),
  }
  return {
    ...made,
    ...denseBlocks(made, order.groupStarts[ZONES.removed * GROUPS_PER_ZONE] as number),
    ...nearBlocks(made),
    ...sameNameBlocks(made),
    ...initialsBlocks(made),
    ...letterBlocks(made),
    ...neighbourBlocks(made),
    ...weightBlocks(made),
  }
}

function wordsOf({ blocks }: MergedImage): Terms {
  const { wordBytes: bytes, wordStarts: starts, postingStarts, postings } = blocks
  return { bytes, starts, parts: undefined, postingStarts, postings }
}

function joinsOf({ blocks }: MergedImage): Terms {
  const { joinBytes: bytes, joinStarts: starts, joinParts: parts } = blocks
  return { bytes, starts, parts, postingStarts: blocks.joinPostingStarts, postings: blocks.joinPostings }
}

/** The least of both; that of a name which is gone stays, since it is a bound. */
function joinFirst(both: OfBoth<MergedImage>, { starts, newOf }: MergedTerms): Uint8Array {
  const least = new Uint8Array(starts.length - 1).fill(255)
  both.forEach(({ blocks }, image) => {
    const places = newOf[image] as Uint32Array
    for (let join = 0; join < places.length; join++) {
      const place = places[join] as number
      if (place !== DROPPED) least[place] = Math.min(least[place] as number, blocks.joinFirst[join] as number)
    }
  })
  return least
}

function forwardBlocks(
  { both, order }: Pick<Merging, 'both' | 'order'>,
  newWords: OfBoth<Uint32Array>,
): Pick<Blocks, 'forward' | 'forwardStarts'> {
  const forward = new Uint32Array(slicesLength(both, order.sources, 'forwardStarts'))
  const forwardStarts = new Uint32Array(order.sources.length + 1)
  let filled = 0
  eachStretch(order.sources, (image, from, to, at) => {
    const { forward: entries, forwardStarts: starts } = both[image].blocks
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

function factsOf({ both, order, codes }: Merging, facts: BuildFacts): ImageFacts {
  return {
    generation: facts.generation,
    sequence: facts.sequence,
    mark: facts.mark ?? '',
    builtAtMs: facts.nowMs,
    companies: order.companies,
    documents: order.sources.length,
    wordsMax: both[0].header.wordsMax,
    ...codes.tables,
  }
}
