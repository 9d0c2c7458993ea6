/** Which columns of a list of customers hold the name, the city and the register number. Pure. */

import { courtsByText } from '../../names/reading/court.ts'
import { readName } from '../../names/reading/read-name.ts'
import { readNumber, registerType } from '../../names/reading/register-number.ts'
import { fold } from '../../names/text/fold.ts'
import { Failure } from '../failure.ts'
import { type ColumnFact, factOfName } from '../ingest/column-names.ts'
import { SEARCH_TEXT_CHARS_MAX } from '../search/search-text.ts'

/** Rows by whose values columns are recognised. */
export const LOOKED_AT_ROWS = 200

/** Starts the name of each column that matching adds; such columns of an earlier run are not recognised. */
export const COLUMN_PREFIX = 'match_'

/** Columns by position, from 0. The texts of several columns are joined by blanks. */
export interface MatchColumns {
  readonly name: readonly number[]
  /** One column, or none. */
  readonly city: readonly number[]
  /** Court, type, digits and suffix, as far as they are columns of their own. */
  readonly number: readonly number[]
}

/** One field of `MatchColumns`. */
export type MatchField = keyof MatchColumns
/** All fields of `MatchColumns`. */
export const MATCH_FIELDS = ['name', 'city', 'number'] as const satisfies readonly MatchField[]

/**
 * How a column was recognised, the surest first: its header is a known name; its header has a known name as
 * one of its words; only its values show what it holds.
 */
export const CERTAINTIES = ['header', 'word', 'values'] as const
/** One of `CERTAINTIES`. */
export type Certainty = (typeof CERTAINTIES)[number]

/** The columns that were recognised. */
export interface FoundColumns {
  readonly columns: MatchColumns
  /** How each field was recognised; `undefined` = not at all. */
  readonly certainty: Readonly<Record<MatchField, Certainty | undefined>>
  /** Whether the first row can be a header: `false` if it looks like the row of a company. */
  readonly hasHeader: boolean
}

/** Share of the values of a column that must fit. */
const MOST = 0.6
/** Share of names that must have a legal form in a column that only its values show. */
const SOME_FORMS = 0.3
/** Largest number at the end of the header of a column that continues a name: `Name 4`. */
const NAME_PARTS_MAX = 4

/** Characters of a header or a value that are read. */
const READ_CHARS_MAX = SEARCH_TEXT_CHARS_MAX

interface Column {
  readonly place: number
  readonly header: string
  /** Its values in the first rows, without empty ones. */
  readonly values: readonly string[]
}

interface Candidate {
  readonly place: number
  readonly fact: ColumnFact
  readonly certainty: Certainty
  /** The lower the better, among candidates of the same certainty. */
  readonly rank: number
}

/** Recognises the columns of a table by its header and its first rows. */
export function findColumns(header: readonly string[], rows: readonly (readonly string[])[]): FoundColumns {
  const seen = rows.slice(0, LOOKED_AT_ROWS)
  const headers = header.map(shortened)
  const columns = headers.map((text, place) => ({
    place,
    header: text,
    values: seen.map((row) => shortened(row[place] ?? '').trim()).filter((value) => value !== ''),
  }))
  const best = bestOf(columns.flatMap((column) => candidateOf(column) ?? []))
  const name = best('name')
  const city = surer(best('seat'), best('city'))
  const number = numberOf(best, columns)
  return {
    columns: {
      name: name === undefined ? [] : namePlaces(columns, name),
      city: city === undefined ? [] : [city.place],
      number: number.map(({ place }) => place),
    },
    certainty: {
      name: name?.certainty,
      city: city?.certainty,
      number: number.find(({ fact }) => fact === 'number' || fact === 'register_digits')?.certainty,
    },
    hasHeader: isHeader(headers),
  }
}

/** Reading a much longer text would take hours; it is neither a name nor a number. */
function shortened(text: string): string {
  return text.slice(0, READ_CHARS_MAX)
}

/** Returns the surer candidate, of two equally sure ones the first. */
function surer(first: Candidate | undefined, second: Candidate | undefined): Candidate | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return CERTAINTIES.indexOf(second.certainty) < CERTAINTIES.indexOf(first.certainty) ? second : first
}

type Best = (fact: ColumnFact) => Candidate | undefined

function bestOf(candidates: readonly Candidate[]): Best {
  const sorted = candidates.toSorted((a, b) => costOf(a) - costOf(b))
  return (fact) => sorted.find((candidate) => candidate.fact === fact)
}

/** More than the names that any fact has. */
const RANKS = 1000

function costOf({ certainty, rank }: Candidate): number {
  return CERTAINTIES.indexOf(certainty) * RANKS + rank
}

function candidateOf({ place, header, values }: Column): Candidate | undefined {
  if (header.startsWith(COLUMN_PREFIX)) return undefined
  const exact = factOfHeader(header)
  if (exact !== undefined) {
    const [fact, rank] = exact
    return fits(fact, values) ? { place, fact, rank, certainty: 'header' } : undefined
  }
  const word = factOfWords(header)
  if (word !== undefined && fits(word[0], values))
    return { place, fact: word[0], rank: word[1], certainty: 'word' }
  const shown = factOfValues(values)
  return shown === undefined ? undefined : { place, fact: shown, rank: place, certainty: 'values' }
}

/** Returns the fact of a header, also with a 1 at its end: `Firma 1`. */
function factOfHeader(header: string): readonly [ColumnFact, number] | undefined {
  return factOfName(header) ?? factOfName(header.replace(/(?<![\s_-])[\s_-]*0?1\s*$/, ''))
}

const WORDS = /[\p{L}\p{N}]+/gu
/** Words after which the other thing is named: `Name des Kunden`, `city of the company`. */
const OF = new Set(['der', 'des', 'von', 'vom', 'of', 'laut', 'lt', 'gemaess', 'aus', 'fuer', 'for', 'im'])

/** Returns the fact of the word that says what a header is about: the last one before `of`. */
function factOfWords(header: string): readonly [ColumnFact, number] | undefined {
  // eslint-disable-next-line regexp/no-super-linear-move -- a header has at most READ_CHARS_MAX characters
  const words = header.replace(/\(.*?\)/g, ' ').match(WORDS) ?? []
  const end = words.findIndex((word) => OF.has(fold(word)))
  const about = end < 1 ? words : words.slice(0, end)
  return about.map((word) => factOfName(word)).findLast((found) => found !== undefined)
}

const TESTS: Readonly<Partial<Record<ColumnFact, (value: string) => boolean>>> = {
  name: (text) => /\p{L}{2}/u.test(text),
  seat: (text) => /\p{L}{2}/u.test(text),
  city: (text) => /\p{L}{2}/u.test(text),
  court: (text) => courtsByText(text).length > 0,
  number: (text) => /\d/.test(text),
  register_type: (text) => registerType(text.toLowerCase()) !== undefined,
  register_digits: (text) => /^\d/.test(text),
  register_suffix: (text) => /^\p{L}{1,4}$/u.test(text),
}

function fits(fact: ColumnFact, values: readonly string[]): boolean {
  const test = TESTS[fact]
  return test === undefined || values.length === 0 || share(values, test) >= MOST
}

function share(values: readonly string[], test: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length
}

function hasType(text: string): boolean {
  return readNumber(text)?.type !== undefined
}

function hasForm(text: string): boolean {
  const { form, words } = readName(text)
  return form !== undefined && words.length > 0
}

function factOfValues(values: readonly string[]): ColumnFact | undefined {
  if (share(values, hasType) >= MOST) return 'number'
  return share(values, hasForm) >= SOME_FORMS ? 'name' : undefined
}

/** Returns the columns of the number. Its type and court are added unless its own values have them. */
function numberOf(best: Best, columns: readonly Column[]): readonly Candidate[] {
  const digits = best('number') ?? best('register_digits')
  if (digits === undefined) return []
  const values = (columns[digits.place] as Column).values
  const isTyped = share(values, hasType) >= MOST
  const hasCourts = share(values, hasCourt) >= MOST
  const court = hasCourts ? undefined : best('court')
  if (isTyped) return [court, digits].filter((one) => one !== undefined)
  return [court, best('register_type'), digits, best('register_suffix')].filter((one) => one !== undefined)
}

function hasCourt(text: string): boolean {
  return readNumber(text)?.courtGroups.some((group) => group.length > 0) ?? false
}

/** Headers of a list without any (`Column 1`, `Column 2`) say nothing. */
function namePlaces(columns: readonly Column[], { place, certainty }: Candidate): readonly number[] {
  return certainty === 'values' ? [place] : withNameParts(columns, place)
}

/** Adds the columns that continue the name: `Name 1` by `Name 2`, `NAME1` by `NAME2`. */
function withNameParts(columns: readonly Column[], place: number): readonly number[] {
  const stem = lettersOf((columns[place] as Column).header).replace(/0?1$/, '')
  const parts = [place]
  for (let part = 2; part <= NAME_PARTS_MAX; part++) {
    const next = columns.find(({ header }) =>
      [`${stem}${part}`, `${stem}0${part}`].includes(lettersOf(header)),
    )
    if (next === undefined) break
    parts.push(next.place)
  }
  return parts
}

function lettersOf(header: string): string {
  return fold(header).replace(/[^a-z0-9]/g, '')
}

/** A first row in which no header is known and a cell is a number or a name with its legal form is no header. */
function isHeader(header: readonly string[]): boolean {
  if (header.some((text) => factOfHeader(text) !== undefined)) return true
  return !header.some((text) => hasType(text) || hasForm(text))
}

/** Columns that somebody named, as headers or as positions from 1; several are joined. */
export type NamedColumns = Readonly<Partial<Record<MatchField, readonly string[]>>>

/**
 * Returns the columns with those replaced that somebody named.
 *
 * @throws {Failure} `invalid_request` if there is no such column; the sentence lists those that there are.
 */
export function chooseColumns(
  header: readonly string[],
  found: MatchColumns,
  named: NamedColumns,
): MatchColumns {
  const placesOf = (field: MatchField) => named[field]?.map((text) => placeOf(header, text)) ?? found[field]
  return { name: placesOf('name'), city: placesOf('city'), number: placesOf('number') }
}

/** Returns the position of a column that somebody named by its header, in any case, or by its position from 1. */
export function placeOfColumn(header: readonly string[], text: string): number | undefined {
  const wanted = text.trim()
  const exact = header.findIndex((name) => name.trim() === wanted)
  if (exact >= 0) return exact
  const folded = header.findIndex((name) => fold(name.trim()) === fold(wanted))
  if (folded >= 0) return folded
  const position = /^\d{1,4}$/.test(wanted) ? Number(wanted) : 0
  return position >= 1 && position <= header.length ? position - 1 : undefined
}

function placeOf(header: readonly string[], text: string): number {
  const place = placeOfColumn(header, text)
  if (place !== undefined) return place
  const names = header.slice(0, SHOWN_COLUMNS_MAX).map((name) => JSON.stringify(name))
  const more = header.length > names.length ? ', …' : ''
  throw new Failure(
    'invalid_request',
    `There is no column ${JSON.stringify(text)}. The columns are: ${names.join(', ')}${more}.`,
  )
}

/** Most columns that a message names. */
const SHOWN_COLUMNS_MAX = 30
