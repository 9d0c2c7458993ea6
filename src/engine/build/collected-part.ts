/**
 * The companies that one thread collected, in a form that another thread appends to its own. Numbers are then
 * the same as if one thread had collected all.
 */

import { OTHER_TYPES } from '../format/company-rows.ts'
import type { GrowingArray, GrowingTexts } from './growing-array.ts'
import type { NameCollector, TextInterner } from './name-collector.ts'
import type { TermInterner } from './term-interner.ts'

type Numbers = Uint8Array | Uint16Array | Uint32Array
type Views<Columns> = {
  readonly [Column in keyof Columns]: Columns[Column] extends GrowingArray<infer A> ? A : never
}

/** Texts as UTF-8 bytes and offsets. */
interface Texts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** Collected companies as flat arrays and lists of texts, which can be posted to another thread. */
export interface CollectedPart {
  readonly words: Texts
  readonly joins: Texts
  readonly joinFirstLetters: Uint8Array
  readonly nameTexts: Texts
  readonly names: Views<Omit<NameCollector['names'], 'texts'>>
  readonly companies: Views<NameCollector['companies']>
  readonly numbers: Views<NameCollector['numbers']>
  readonly foreignNumbers: Texts
  readonly codes: Readonly<Record<'forms' | 'courts' | 'suffixes' | 'dates' | 'seats', readonly string[]>>
}

/**
 * Returns everything that was collected, without copying. The collector must not be used after the part is
 * posted or appended.
 */
export function partOf(collected: NameCollector): CollectedPart {
  const { texts, ...names } = collected.names
  const { forms, courts, suffixes, dates, seats } = collected
  return {
    words: textsOf(collected.words.texts),
    joins: textsOf(collected.joins.texts),
    joinFirstLetters: collected.joinFirstLetters.view(),
    nameTexts: textsOf(texts),
    names: viewsOf(names),
    companies: viewsOf(collected.companies),
    numbers: viewsOf(collected.numbers),
    foreignNumbers: textsOf(collected.foreignNumbers),
    codes: {
      ...{ forms: forms.texts, courts: courts.texts, suffixes: suffixes.texts },
      ...{ dates: dates.texts, seats: seats.texts },
    },
  }
}

/** Returns the buffers of a part for a message's transfer list. */
export function buffersOf(part: CollectedPart): ArrayBuffer[] {
  const { joinFirstLetters, codes: _, ...groups } = part
  const arrays = [
    joinFirstLetters,
    ...Object.values(groups).flatMap((group): Numbers[] => Object.values(group)),
  ]
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

/** Appends the part to the collector and releases its arrays one by one. Call it before `finish`. */
export function appendPart(to: NameCollector, part: CollectedPart): void {
  const numberOf = {
    words: internTerms(to.words, part.words),
    joins: internTerms(to.joins, part.joins),
    forms: internCodes(to.forms, part.codes.forms),
    courts: internCodes(to.courts, part.codes.courts),
    suffixes: internCodes(to.suffixes, part.codes.suffixes),
    dates: internCodes(to.dates, part.codes.dates),
    seats: internCodes(to.seats, part.codes.seats, false),
  }
  appendJoinFirstLetters(to, part.joinFirstLetters, numberOf.joins)
  appendNumbers(to, part.numbers, numberOf)
  appendNames(to, part, numberOf)
  appendCompanies(to, part, numberOf)
}

type NewNumbers = Readonly<
  Record<'words' | 'joins' | 'forms' | 'courts' | 'suffixes' | 'dates' | 'seats', Uint32Array>
>

function internTerms(table: TermInterner, { bytes, starts }: Texts): Uint32Array {
  const numbers = new Uint32Array(starts.length - 1)
  for (let word = 0; word < numbers.length; word++) {
    numbers[word] = table.numberOfBytes(bytes, starts[word] as number, starts[word + 1] as number)
  }
  release(bytes)
  release(starts)
  return numbers
}

function internCodes(table: TextInterner, texts: readonly string[], isShort = true): Uint32Array {
  return Uint32Array.from(texts, (text) => table.numberOf(text, isShort))
}

/** A join that occurs in both keeps the smaller value. */
function appendJoinFirstLetters(
  { joinFirstLetters }: NameCollector,
  first: Uint8Array,
  joins: Uint32Array,
): void {
  for (let i = 0; i < joins.length; i++) {
    const join = joins[i] as number
    const letters = first[i] as number
    if (join === joinFirstLetters.length) joinFirstLetters.push(letters)
    else if (letters < joinFirstLetters.at(join)) joinFirstLetters.set(join, letters)
  }
  release(first)
}

function appendNumbers(
  { companyCount, numbers }: NameCollector,
  part: CollectedPart['numbers'],
  { courts, suffixes }: NewNumbers,
): void {
  append(numbers.digits, part.digits)
  append(numbers.kinds, part.kinds)
  appendRenumbered(numbers.courts, part.courts, courts)
  appendRenumbered(numbers.suffixes, part.suffixes, suffixes)
  appendWithOffset(numbers.owners, part.owners, companyCount)
}

function appendNames(
  { companyCount, names }: NameCollector,
  { names: part, nameTexts }: CollectedPart,
  { words, joins, forms }: NewNumbers,
): void {
  appendWithOffset(names.forwardStarts, part.forwardStarts, names.forward.length)
  appendWithOffset(names.joinStarts, part.joinStarts, names.joins.length)
  appendWithOffset(names.owners, part.owners, companyCount)
  append(names.kinds, part.kinds)
  append(names.wordCounts, part.wordCounts)
  appendRenumbered(names.joins, part.joins, joins)
  appendRenumberedFlagged(names.forms, part.forms, forms)
  appendRenumberedFlagged(names.forward, part.forward, words)
  appendTexts(names.texts, nameTexts)
}

function appendTexts(to: GrowingTexts, { bytes, starts }: Texts): void {
  const offset = to.bytes.length
  append(to.bytes, bytes)
  appendWithOffset(to.starts, starts.subarray(1), offset)
}

function appendCompanies(
  { companies, foreignNumbers }: NameCollector,
  { companies: part, foreignNumbers: partNumbers }: CollectedPart,
  { forms, courts, suffixes, seats, dates }: NewNumbers,
): void {
  // Digits of German numbers are no places.
  for (let i = 0; i < part.types.length; i++)
    if (part.types[i] === OTHER_TYPES.foreign)
      part.digits[i] = (part.digits[i] as number) + foreignNumbers.count
  appendTexts(foreignNumbers, partNumbers)
  append(companies.uuids, part.uuids)
  append(companies.statuses, part.statuses)
  append(companies.types, part.types)
  append(companies.digits, part.digits)
  append(companies.staticRanks, part.staticRanks)
  append(companies.postcodes, part.postcodes)
  appendRenumbered(companies.forms, part.forms, forms)
  appendRenumbered(companies.courts, part.courts, courts)
  appendRenumbered(companies.suffixes, part.suffixes, suffixes)
  appendRenumbered(companies.seats, part.seats, seats)
  appendRenumbered(companies.dates, part.dates, dates)
}

function append(to: GrowingArray<Numbers>, values: Numbers): void {
  to.pushAll(values)
  release(values)
}

/** Appends numbers that are relative to the start of the part. */
function appendWithOffset(to: GrowingArray<Uint32Array>, values: Uint32Array, offset: number): void {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) + offset
  append(to, values)
}

function appendRenumbered(to: GrowingArray<Numbers>, codes: Numbers, numbers: Uint32Array): void {
  for (let i = 0; i < codes.length; i++) codes[i] = numbers[codes[i] as number] as number
  append(to, codes)
}

/** The lowest bit is a flag and stays. */
function appendRenumberedFlagged(to: GrowingArray<Numbers>, codes: Numbers, numbers: Uint32Array): void {
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number
    codes[i] = (numbers[code >>> 1] as number) * 2 + (code & 1)
  }
  append(to, codes)
}

function release({ buffer }: Numbers): void {
  ;(buffer as ArrayBuffer).resize(0)
}
