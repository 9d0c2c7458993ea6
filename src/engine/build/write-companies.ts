/**
 * Writes the sections of names, companies and register numbers in their final order. Collected arrays are
 * released as soon as they are written, so that a build never holds everything twice.
 */

import { ROW_WORDS, writeRow, writeUuid } from '../format/company-rows.ts'
import type { Sections } from '../format/layout.ts'
import type { GrowingArray } from './growing-array.ts'
import { GrowingTexts } from './growing-array.ts'
import type { NameCollector } from './name-collector.ts'
import { sortedOrder } from './radix-sort.ts'
import type { Rank } from './rank-names.ts'
import { type ForeignNumberSections, writeForeignNumbers } from './write-foreign-numbers.ts'

type NameSections = Pick<
  Sections,
  'forward' | 'forwardStarts' | 'documentForms' | 'nameBytes' | 'nameStarts' | 'formerOwners'
>
type CompanySections = Pick<Sections, 'companyRows' | 'seatBytes' | 'seatStarts'> & ForeignNumberSections
type NumberSections = Pick<
  Sections,
  'numberDigits' | 'numberKinds' | 'numberCourts' | 'numberSuffixes' | 'numberOwners'
>

const UUID_BYTES = 16

/** Writes the sections by document; `newWords`: word as collected → word. Releases the collected names. */
export function writeNames(collected: NameCollector, rank: Rank, newWords: Uint32Array): NameSections {
  const { names } = collected
  const { nameOf } = rank
  const forward = moveSlices(names.forward, names.forwardStarts, nameOf, Uint32Array)
  for (let i = 0; i < forward.slices.length; i++) {
    const entry = forward.slices[i] as number
    forward.slices[i] = (newWords[entry >>> 1] as number) * 2 + (entry & 1)
  }
  const texts = moveSlices(names.texts.bytes, names.texts.starts, nameOf, Uint8Array)
  const companies = collected.companyCount
  const formerOwners = new Uint32Array(nameOf.length - companies)
  for (let i = 0; i < formerOwners.length; i++) {
    formerOwners[i] = rank.companyOf[names.owners.at(nameOf[companies + i] as number)] as number
  }
  return {
    forward: forward.slices,
    forwardStarts: forward.starts,
    documentForms: pick(names.forms, nameOf, Uint16Array),
    nameBytes: texts.slices,
    nameStarts: texts.starts,
    formerOwners,
  }
}

/** Writes the rows of companies, foreign numbers and the seats. Releases the collected columns. */
export function writeCompanies(collected: NameCollector, rank: Rank): CompanySections {
  const seats = new GrowingTexts()
  for (const seat of collected.seats.texts) seats.push(seat)
  const rows = companyRows(collected.companies, rank.collectedCompanyOf)
  return {
    companyRows: rows,
    ...writeForeignNumbers(rows, collected.foreignNumbers),
    seatBytes: seats.bytes.view(),
    seatStarts: seats.starts.view(),
  }
}

/** `order`: companies as collected, in the order of the rows. */
function companyRows(companies: NameCollector['companies'], order: Uint32Array): Uint32Array {
  const rows = new Uint32Array(order.length * ROW_WORDS)
  const uuids = companies.uuids.view()
  for (let i = 0; i < order.length; i++) {
    const company = order[i] as number
    writeUuid(rows, i, uuids, company * UUID_BYTES)
    writeRow(rows, i, {
      digits: companies.digits.at(company),
      seat: companies.seats.at(company),
      staticRank: companies.staticRanks.at(company),
      court: companies.courts.at(company),
      form: companies.forms.at(company),
      suffix: companies.suffixes.at(company),
      date: companies.dates.at(company),
      status: companies.statuses.at(company),
      type: companies.types.at(company),
      postcode: companies.postcodes.at(company),
    })
  }
  for (const column of Object.values(companies)) column.discard()
  return rows
}

/** Writes the register numbers, sorted by digits, then company, then input order. */
export function writeNumbers(collected: NameCollector, rank: Rank): NumberSections {
  const { numbers } = collected
  const owners = new Uint32Array(numbers.owners.length)
  for (let i = 0; i < owners.length; i++) owners[i] = rank.companyOf[numbers.owners.at(i)] as number
  const order = sortedOrder(owners.length, [numbers.digits.view(), owners])
  return {
    numberDigits: pick(numbers.digits, order, Uint32Array),
    numberKinds: pick(numbers.kinds, order, Uint8Array),
    numberCourts: pick(numbers.courts, order, Uint16Array),
    numberSuffixes: pick(numbers.suffixes, order, Uint16Array),
    numberOwners: Uint32Array.from(order, (number) => owners[number] as number),
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array

function pick<A extends Numbers>(
  from: GrowingArray<A>,
  order: Uint32Array,
  type: new (length: number) => A,
): A {
  const values = from.view()
  const picked = new type(order.length)
  for (let i = 0; i < order.length; i++) picked[i] = values[order[i] as number] as number
  from.discard()
  return picked
}

/** Copies slices of different lengths in a new order. */
function moveSlices<A extends Uint8Array | Uint32Array>(
  from: GrowingArray<A>,
  fromStarts: GrowingArray<Uint32Array>,
  order: Uint32Array,
  type: new (length: number) => A,
) {
  const values = from.view()
  const starts = fromStarts.view()
  const slices = new type(values.length)
  const newStarts = new Uint32Array(order.length + 1)
  let filled = 0
  for (let i = 0; i < order.length; i++) {
    const item = order[i] as number
    const end = starts[item + 1] as number
    for (let at = starts[item] as number; at < end; at++) slices[filled++] = values[at] as number
    newStarts[i + 1] = filled
  }
  from.discard()
  fromStarts.discard()
  return { slices, starts: newStarts }
}
