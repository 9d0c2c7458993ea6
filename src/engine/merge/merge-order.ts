/** First step of a merge: where every document of a base and of its delta stands in the image that is made of both. */

import { charsIn, compareRowUuids, statusIn } from '../format/company-rows.ts'
import type { ImageHeader } from '../format/image.ts'
import type { Blocks } from '../format/layout.ts'
import { GROUPS_PER_ZONE, ZONES } from '../format/layout.ts'
import { ACTIVE_STATUS } from '../types/indexed-company.ts'

/** An image as far as a merge looks at it. */
export interface MergedImage {
  readonly header: ImageHeader
  readonly blocks: Blocks
}

/** For the base and for the delta. */
export type BaseAndDelta<Thing> = readonly [base: Thing, delta: Thing]

/** The place of what is not taken over. */
export const DROPPED = 0xffffffff

export interface MergedOrder {
  /** New document → its number in the image that it comes from × 2, + 1 when that is the delta. */
  readonly sources: Uint32Array
  /** Document → new document, or `DROPPED` when its company is dead. */
  readonly newOf: BaseAndDelta<Uint32Array>
  readonly companies: number
  /** As the block of that name. */
  readonly groupStarts: Uint32Array
}

/** `dead`: one bit a company of the base. No company may be alive in both images. */
export function mergeOrder([base, delta]: BaseAndDelta<MergedImage>, deletions: Uint32Array): MergedOrder {
  const newOf = [new Uint32Array(base.header.documents), new Uint32Array(delta.header.documents)] as const
  const sources = new Uint32Array(base.header.documents + delta.header.documents)
  const groupStarts = new Uint32Array(base.blocks.groupStarts.length)
  let filled = 0
  let next = 0
  const take = (isDelta: 0 | 1, document: number) => {
    newOf[isDelta][document] = filled
    sources[filled++] = document * 2 + isDelta
  }
  const takeBaseTo = (end: number) => {
    for (; next < end; next++) {
      if (isDeleted(deletions, ownerOf(base, next))) newOf[0][next] = DROPPED
      else take(0, next)
    }
  }
  for (let group = 0; group < groupStarts.length - 1; group++) {
    groupStarts[group] = filled
    const end = base.blocks.groupStarts[group + 1] as number
    const deltaEnd = delta.blocks.groupStarts[group + 1] as number
    for (let document = delta.blocks.groupStarts[group] as number; document < deltaEnd; document++) {
      takeBaseTo(insertionPoint(base, next, end, delta, document))
      take(1, document)
    }
    takeBaseTo(end)
  }
  groupStarts[groupStarts.length - 1] = filled
  const companies = groupStarts[ZONES.former * GROUPS_PER_ZONE] as number
  return { sources: sources.subarray(0, filled), newOf, companies, groupStarts }
}

/** Hands on the stretches of documents that follow each other in one image and still do; `at`: the new first one. */
export function eachRange(
  sources: Uint32Array,
  take: (image: 0 | 1, from: number, to: number, at: number) => void,
): void {
  for (let at = 0; at < sources.length; ) {
    const first = sources[at] as number
    let length = 1
    while (at + length < sources.length && sources[at + length] === first + length * 2) length++
    take((first & 1) as 0 | 1, first >>> 1, (first >>> 1) + length, at)
    at += length
  }
}

function isDeleted(bits: Uint32Array, company: number): boolean {
  return (((bits[company >>> 5] as number) >>> (company & 31)) & 1) === 1
}

/** The company that has or had the name. */
export function ownerOf({ header, blocks }: MergedImage, document: number): number {
  return document < header.companies ? document : (blocks.formerOwners[document - header.companies] as number)
}

/** The first document of the base in [from, to), all of one group, that the delta's document comes before. */
function insertionPoint(
  base: MergedImage,
  from: number,
  to: number,
  delta: MergedImage,
  document: number,
): number {
  const company = ownerOf(delta, document)
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareCompanies(base, ownerOf(base, middle), delta, company) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Order within a group: active first, characters, uuid. */
function compareCompanies(imageA: MergedImage, a: number, imageB: MergedImage, b: number): number {
  const [ofA, ofB] = [imageA.blocks.companyRows, imageB.blocks.companyRows]
  const inactiveA = statusIn(ofA, a) === ACTIVE_STATUS ? 0 : 1
  const inactiveB = statusIn(ofB, b) === ACTIVE_STATUS ? 0 : 1
  return inactiveA - inactiveB || charsIn(ofA, a) - charsIn(ofB, b) || compareRowUuids(ofA, a, ofB, b)
}
