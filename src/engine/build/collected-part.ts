/**
 * What one thread collected of a share of the companies, for another that puts it behind its own: after that, everything
 * is numbered as if one thread had read all.
 */

import type { GrowingArray, GrowingTexts } from './growing-array.ts'
import type { CollectedNames, TextTable } from './name-collector.ts'
import type { WordTable } from './term-interner.ts'

type Numbers = Uint8Array | Uint16Array | Uint32Array
type Views<Columns> = {
  readonly [Column in keyof Columns]: Columns[Column] extends GrowingArray<infer A> ? A : never
}

/** Many short texts: UTF-8, starts. */
interface Texts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** Flat arrays and lists of texts: may be posted to another thread. */
export interface CollectedPart {
  readonly words: Texts
  readonly joins: Texts
  readonly joinFirst: Uint8Array
  readonly nameTexts: Texts
  readonly names: Views<Omit<CollectedNames['names'], 'texts'>>
  readonly companies: Views<CollectedNames['companies']>
  readonly numbers: Views<CollectedNames['numbers']>
  readonly codes: Readonly<Record<'forms' | 'courts' | 'suffixes' | 'dates' | 'seats', readonly string[]>>
}

/** All that was collected, nothing copied: the collected names are of no use after the part has been posted or appended. */
export function partOf(collected: CollectedNames): CollectedPart {
  const { texts, ...names } = collected.names
  const { forms, courts, suffixes, dates, seats } = collected
  return {
    words: textsOf(collected.words.texts),
    joins: textsOf(collected.joins.texts),
    joinFirst: collected.joinFirst.view(),
    nameTexts: textsOf(texts),
    names: viewsOf(names),
    companies: viewsOf(collected.companies),
    numbers: viewsOf(collected.numbers),
    codes: {
      ...{ forms: forms.texts, courts: courts.texts, suffixes: suffixes.texts },
      ...{ dates: dates.texts, seats: seats.texts },
    },
  }
}

/** The memory of a part that a message hands over instead of copying it. */
export function buffersOf(part: CollectedPart): ArrayBuffer[] {
  const { words, joins, joinFirst, nameTexts, names, companies, numbers } = part
  const groups = [words, joins, nameTexts, names, companies, numbers]
  const arrays = [joinFirst, ...groups.flatMap((group): Numbers[] => Object.values(group))]
  return arrays.map(({ buffer }) => buffer as ArrayBuffer)
}

function textsOf({ bytes, starts }: GrowingTexts): Texts {
  return { bytes: bytes.view(), starts: starts.view() }
}

function viewsOf<Columns extends Readonly<Record<string, GrowingArray<Numbers>>>>(
  columns: Columns,
): Views<Columns> {
  const views = Object.entries(columns).map(([column, array]) => [column, array.view()])
  return Object.fromEntries(views) as Views<Columns>
}

/** Puts the part behind what is collected so far and empties it, array by array. Call it before `finish`. */
export function appendPart(to: CollectedNames, part: CollectedPart): void {
  const numberOf = {
    words: wordNumbers(to.words, part.words),
    joins: wordNumbers(to.joins, part.joins),
    forms: codeNumbers(to.forms, part.codes.forms),
    courts: codeNumbers(to.courts, part.codes.courts),
    suffixes: codeNumbers(to.suffixes, part.codes.suffixes),
    dates: codeNumbers(to.dates, part.codes.dates),
    seats: codeNumbers(to.seats, part.codes.seats, false),
  }
  appendJoinFirst(to, part.joinFirst, numberOf.joins)
  appendNumbers(to, part.numbers, numberOf)
  appendNames(to, part, numberOf)
  appendCompanies(to.companies, part.companies, numberOf)
}

type NewNumbers = Readonly<
  Record<'words' | 'joins' | 'forms' | 'courts' | 'suffixes' | 'dates' | 'seats', Uint32Array>
>

function wordNumbers(table: WordTable, { bytes, starts }: Texts): Uint32Array {
  const numbers = new Uint32Array(starts.length - 1)
  for (let word = 0; word < numbers.length; word++) {
    numbers[word] = table.numberOfBytes(bytes, starts[word] as number, starts[word + 1] as number)
  }
  giveBack(bytes)
  giveBack(starts)
  return numbers
}

function codeNumbers(table: TextTable, texts: readonly string[], isShort = true): Uint32Array {
  return Uint32Array.from(texts, (text) => table.numberOf(text, isShort))
}

/** A join that stands in both has the least of both. */
function appendJoinFirst({ joinFirst }: CollectedNames, first: Uint8Array, joins: Uint32Array): void {
  for (let i = 0; i < joins.length; i++) {
    const join = joins[i] as number
    const letters = first[i] as number
    if (join === joinFirst.length) joinFirst.push(letters)
    else if (letters < joinFirst.at(join)) joinFirst.set(join, letters)
  }
  giveBack(first)
}

function appendNumbers(
  { companyCount, numbers }: CollectedNames,
  part: CollectedPart['numbers'],
  { courts, suffixes }: NewNumbers,
): void {
  append(numbers.digits, part.digits)
  append(numbers.kinds, part.kinds)
  appendCoded(numbers.courts, part.courts, courts)
  appendCoded(numbers.suffixes, part.suffixes, suffixes)
  appendBehind(numbers.owners, part.owners, companyCount)
}

function appendNames(
  { companyCount, names }: CollectedNames,
  { names: part, nameTexts }: CollectedPart,
  { words, joins, forms }: NewNumbers,
): void {
  appendBehind(names.forwardStarts, part.forwardStarts, names.forward.length)
  appendBehind(names.joinStarts, part.joinStarts, names.joins.length)
  appendBehind(names.owners, part.owners, companyCount)
  append(names.isFormer, part.isFormer)
  append(names.wordCounts, part.wordCounts)
  appendCoded(names.joins, part.joins, joins)
  appendFlagged(names.forms, part.forms, forms)
  appendFlagged(names.forward, part.forward, words)
  const bytes = names.texts.bytes.length
  append(names.texts.bytes, nameTexts.bytes)
  appendBehind(names.texts.starts, nameTexts.starts.subarray(1), bytes)
}

function appendCompanies(
  companies: CollectedNames['companies'],
  part: CollectedPart['companies'],
  { forms, courts, suffixes, seats, dates }: NewNumbers,
): void {
  append(companies.uuids, part.uuids)
  append(companies.statuses, part.statuses)
  append(companies.types, part.types)
  append(companies.digits, part.digits)
  append(companies.chars, part.chars)
  appendCoded(companies.forms, part.forms, forms)
  appendCoded(companies.courts, part.courts, courts)
  appendCoded(companies.suffixes, part.suffixes, suffixes)
  appendCoded(companies.seats, part.seats, seats)
  appendCoded(companies.dates, part.dates, dates)
}

function append(to: GrowingArray<Numbers>, values: Numbers): void {
  to.pushAll(values)
  giveBack(values)
}

/** Numbers that count from the part's own beginning. */
function appendBehind(to: GrowingArray<Uint32Array>, values: Uint32Array, offset: number): void {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) + offset
  append(to, values)
}

function appendCoded(to: GrowingArray<Numbers>, codes: Numbers, numbers: Uint32Array): void {
  for (let i = 0; i < codes.length; i++) codes[i] = numbers[codes[i] as number] as number
  append(to, codes)
}

/** The lowest bit says something else and stays. */
function appendFlagged(to: GrowingArray<Numbers>, codes: Numbers, numbers: Uint32Array): void {
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number
    codes[i] = (numbers[code >>> 1] as number) * 2 + (code & 1)
  }
  append(to, codes)
}

function giveBack({ buffer }: Numbers): void {
  ;(buffer as ArrayBuffer).resize(0)
}
