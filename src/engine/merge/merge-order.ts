/**
 * First step of a merge: computes the number of every document of a base and its delta in the merged image.
 */

import { ACTIVE_STATUS } from '../../names/search/indexed-company.ts'
import { compareRowUuids, staticRankIn, statusIn } from '../format/company-rows.ts'
import type { ImageHeader } from '../format/image.ts'
import type { Sections } from '../format/layout.ts'
import { GROUPS_PER_ZONE, ZONES } from '../format/layout.ts'

/** The parts of an image that a merge reads. */
export interface MergedImage {
  readonly header: ImageHeader
  readonly sections: Sections
}

/** One value for the base and one for the delta. */
export type BaseAndDelta<Value> = readonly [base: Value, delta: Value]

/** In place of a number: not part of the merged image. */
export const DROPPED = 0xffffffff

/** The order of documents in the merged image. */
export interface MergedOrder {
  /** New document → its number in its own image × 2, + 1 when that is the delta. */
  readonly sources: Uint32Array
  /** Document → new document, or `DROPPED` when its company is deleted. */
  readonly newOf: BaseAndDelta<Uint32Array>
  readonly companies: number
  /** As the section of this name, by new document. */
  readonly groupStarts: Uint32Array
}

/**
 * Merges the orders of both images. `deletions`: one bit per company of the base. No company may be live in
 * both images.
 */
export function mergeOrder([base, delta]: BaseAndDelta<MergedImage>, deletions: Uint32Array): MergedOrder {
  const newOf = [new Uint32Array(base.header.documents), new Uint32Array(delta.header.documents)] as const
  const sources = new Uint32Array(base.header.documents + delta.header.documents)
  const groupStarts = new Uint32Array(base.sections.groupStarts.length)
  let filled = 0
  let next = 0
  const add = (isDelta: 0 | 1, document: number) => {
    newOf[isDelta][document] = filled
    sources[filled++] = document * 2 + isDelta
  }
  const addBaseTo = (end: number) => {
    for (; next < end; next++) {
      if (isDeleted(deletions, ownerOf(base, next))) newOf[0][next] = DROPPED
      else add(0, next)
    }
  }
  for (let group = 0; group < groupStarts.length - 1; group++) {
    groupStarts[group] = filled
    const end = base.sections.groupStarts[group + 1] as number
    const deltaEnd = delta.sections.groupStarts[group + 1] as number
    for (let document = delta.sections.groupStarts[group] as number; document < deltaEnd; document++) {
      addBaseTo(insertionPoint(base, next, end, delta, document))
      add(1, document)
    }
    addBaseTo(end)
  }
  groupStarts[groupStarts.length - 1] = filled
  const companies = groupStarts[ZONES.former * GROUPS_PER_ZONE] as number
  return { sources: sources.subarray(0, filled), newOf, companies, groupStarts }
}

/**
 * Calls `visit` for each range of documents that are adjacent both before and after the merge; `at`: new
 * number of the first.
 */
export function eachRange(
  sources: Uint32Array,
  visit: (image: 0 | 1, from: number, to: number, at: number) => void,
): void {
  for (let at = 0; at < sources.length; ) {
    const first = sources[at] as number
    let length = 1
    while (at + length < sources.length && sources[at + length] === first + length * 2) length++
    visit((first & 1) as 0 | 1, first >>> 1, (first >>> 1) + length, at)
    at += length
  }
}

function isDeleted(bits: Uint32Array, company: number): boolean {
  return (((bits[company >>> 5] as number) >>> (company & 31)) & 1) === 1
}

/** Returns the company that has or had the name. */
export function ownerOf({ header, sections }: MergedImage, document: number): number {
  return document < header.companies
    ? document
    : (sections.formerOwners[document - header.companies] as number)
}

/**
 * Returns where the delta's document is inserted among the base's documents [from, to), which are of one
 * group.
 */
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

/** Compares companies by the order within a group: active first, static rank, uuid. */
function compareCompanies(imageA: MergedImage, a: number, imageB: MergedImage, b: number): number {
  const [rowsA, rowsB] = [imageA.sections.companyRows, imageB.sections.companyRows]
  const inactiveA = statusIn(rowsA, a) === ACTIVE_STATUS ? 0 : 1
  const inactiveB = statusIn(rowsB, b) === ACTIVE_STATUS ? 0 : 1
  return (
    inactiveA - inactiveB ||
    staticRankIn(rowsA, a) - staticRankIn(rowsB, b) ||
    compareRowUuids(rowsA, a, rowsB, b)
  )
}
