/** Last step of a merge: copies the columns of documents, companies and register numbers in the new order. */

import { ROW_WORDS, readRow, writeRow } from '../format/company-rows.ts'
import type { SectionLengths } from '../format/image.ts'
import type { SectionName, Sections } from '../format/layout.ts'
import type { MergedCodes } from './merge-codes.ts'
import type { BaseAndDelta, MergedImage, MergedOrder } from './merge-order.ts'
import { DROPPED, eachRange, ownerOf } from './merge-order.ts'

/** The images and what earlier steps computed. */
export interface MergeInput {
  readonly images: BaseAndDelta<MergedImage>
  readonly order: MergedOrder
  readonly codes: MergedCodes
}

type ColumnName =
  | Extract<SectionName, `number${string}`>
  | 'companyRows'
  | 'nameBytes'
  | 'nameStarts'
  | 'documentForms'
  | 'formerOwners'

/** Returns the number of elements of the sections that are filled here. */
export function columnLengths({ images, order }: MergeInput): Pick<SectionLengths, ColumnName> {
  const { companies, sources } = order
  const numbers = images[1].sections.numberOwners.length + liveNumberCount(images[0].sections, order)
  return {
    companyRows: companies * ROW_WORDS,
    nameBytes: slicesLength(images, sources, 'nameStarts'),
    nameStarts: sources.length + 1,
    documentForms: sources.length,
    formerOwners: sources.length - companies,
    numberDigits: numbers,
    numberKinds: numbers,
    numberCourts: numbers,
    numberSuffixes: numbers,
    numberOwners: numbers,
  }
}

/** Returns the total length of the slices of all documents. */
export function slicesLength(
  images: BaseAndDelta<MergedImage>,
  sources: Uint32Array,
  name: 'nameStarts' | 'forwardStarts',
): number {
  let length = 0
  eachRange(sources, (image, from, to) => {
    const starts = images[image].sections[name]
    length += (starts[to] as number) - (starts[from] as number)
  })
  return length
}

/** Fills the columns of documents and companies. */
export function fillColumns(sections: Sections, input: MergeInput): void {
  const { images, order } = input
  eachRange(order.sources.subarray(0, order.companies), (image, from, to, at) => {
    const rows = images[image].sections.companyRows.subarray(from * ROW_WORDS, to * ROW_WORDS)
    sections.companyRows.set(rows, at * ROW_WORDS)
  })
  eachRange(order.sources, (image, from, to, at) => {
    sections.documentForms.set(images[image].sections.documentForms.subarray(from, to), at)
  })
  fillNames(sections, input)
  renumberDelta(sections, input)
  for (let document = order.companies; document < order.sources.length; document++) {
    const source = order.sources[document] as number
    const image = (source & 1) as 0 | 1
    const owner = ownerOf(images[image], source >>> 1)
    sections.formerOwners[document - order.companies] = order.newOf[image][owner] as number
  }
}

function fillNames({ nameBytes, nameStarts }: Sections, { images, order }: MergeInput): void {
  let filled = 0
  eachRange(order.sources, (image, from, to, at) => {
    const { nameBytes: bytes, nameStarts: starts } = images[image].sections
    const start = starts[from] as number
    nameBytes.set(bytes.subarray(start, starts[to]), filled)
    for (let i = from; i < to; i++) nameStarts[at + i - from] = (starts[i] as number) - start + filled
    filled += (starts[to] as number) - start
  })
  nameStarts[order.sources.length] = filled
}

/** Codes of the base stay the same. */
function renumberDelta(sections: Sections, { order, codes }: MergeInput): void {
  const { newOf } = codes
  for (let document = 0; document < order.sources.length; document++) {
    if (((order.sources[document] as number) & 1) === 0) continue
    const form = sections.documentForms[document] as number
    sections.documentForms[document] = (newOf.forms[form >>> 1] as number) * 2 + (form & 1)
    if (document < order.companies) renumberRow(sections.companyRows, document, newOf)
  }
}

function renumberRow(rows: Uint32Array, company: number, newOf: MergedCodes['newOf']): void {
  const row = readRow(rows, company)
  writeRow(rows, company, {
    ...row,
    form: newOf.forms[row.form] as number,
    court: newOf.courts[row.court] as number,
    suffix: newOf.suffixes[row.suffix] as number,
    date: newOf.dates[row.date] as number,
    seat: newOf.seats[row.seat] as number,
  })
}

function liveNumberCount({ numberOwners }: Sections, { newOf }: MergedOrder): number {
  let count = 0
  for (const owner of numberOwners) if (newOf[0][owner] !== DROPPED) count++
  return count
}

/** Merges the register numbers of both images, sorted by digits, then company. */
export function fillNumbers(sections: Sections, { images, order, codes }: MergeInput): void {
  const [base, delta] = [images[0].sections, images[1].sections]
  let filled = 0
  const add = (own: Sections, i: number, owner: number, isDelta: boolean) => {
    const [court, suffix] = [own.numberCourts[i] as number, own.numberSuffixes[i] as number]
    sections.numberDigits[filled] = own.numberDigits[i] as number
    sections.numberKinds[filled] = own.numberKinds[i] as number
    sections.numberCourts[filled] = isDelta ? (codes.newOf.courts[court] as number) : court
    sections.numberSuffixes[filled] = isDelta ? (codes.newOf.suffixes[suffix] as number) : suffix
    sections.numberOwners[filled++] = owner
  }
  let next = 0
  const addDeltaBefore = (digits: number, owner: number) => {
    for (; next < delta.numberOwners.length; next++) {
      const own = order.newOf[1][delta.numberOwners[next] as number] as number
      if ((delta.numberDigits[next] as number) - digits > 0) return
      if (delta.numberDigits[next] === digits && own > owner) return
      add(delta, next, own, true)
    }
  }
  for (let i = 0; i < base.numberOwners.length; i++) {
    const owner = order.newOf[0][base.numberOwners[i] as number] as number
    if (owner === DROPPED) continue
    addDeltaBefore(base.numberDigits[i] as number, owner)
    add(base, i, owner, false)
  }
  addDeltaBefore(Number.POSITIVE_INFINITY, 0)
}
