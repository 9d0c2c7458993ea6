/** Register numbers of other countries as people type them. */
import { isCountryCode } from './country.ts'
import { type ForeignCountry, foreignIdentity, readForeignNumber } from './foreign-number.ts'
import { readLei } from './lei.ts'

/** A query for a number of a foreign register. */
export interface ForeignQuery {
  /** The country of the register; every country if it is absent. */
  readonly country?: ForeignCountry
  /** What is compared (`foreignSearchKey`). */
  readonly key: string
  /** Whether the key is an LEI, which stands for a company in any register. */
  readonly isLei?: boolean
}

/**
 * Returns the text that numbers are compared by: letters and digits, without leading zeros, which are often
 * left out.
 */
export function foreignSearchKey(number: string): string {
  return foreignIdentity(number).replace(/^(\D*?)0+(?=\d)/, '$1')
}

/** Fewer than six digits are too few to tell a number from a name: `IT 2000`. */
const ENOUGH_DIGITS = /(?:\d\D*){6}/
const DIGIT = /\d/

/**
 * Reads a text that is, as a whole, an LEI, or the number of a foreign register and says so: with the country before it
 * (`GB 00445790`, `NO 923 609 016`), with its name (`SIREN 552032534`), or by its own letters (`SC123456`,
 * `FN 56247t`, `CHE-107.787.577`). Returns `undefined` for anything else.
 */
export function readForeignQuery(text: string): ForeignQuery | undefined {
  if (!DIGIT.test(text)) return undefined
  const lei = readLei(text)
  if (lei !== undefined) return { key: lei, isLei: true }
  const line = text.normalize('NFC').trim().toUpperCase()
  const marked = readMarked(line)
  if (marked !== undefined || !ENOUGH_DIGITS.test(line)) return marked
  return readNamed(line) ?? readWithCountry(line)
}

/** Numbers whose letters tell the register: of Companies House, of Austria and of Switzerland. */
const MARKED: readonly (readonly [country: ForeignCountry, number: RegExp])[] = [
  ['GB', /^((?:SC|NI|OC|SO|NC|FC|SF|NF|LP|SL|NL|OE|IP|SP|RC|SR|IC|SI|GE|GS|BR)[ -]?\d{6})$/],
  ['AT', /^(?:AT )?(FN ?\d{4,6} ?[A-Z])$/],
  ['CH', /^(?:CH )?(CHE[ -]?\d{3}\.?\d{3}\.?\d{3})(?: (?:MWST|TVA|IVA))?$/],
]

function readMarked(line: string): ForeignQuery | undefined {
  for (const [country, pattern] of MARKED) {
    const number = pattern.exec(line)?.[1]
    if (number !== undefined) return { country, key: foreignSearchKey(number) }
  }
  return undefined
}

/** What people write before a number, by country. */
const NAMED: readonly (readonly [country: ForeignCountry, words: RegExp])[] = [
  ['GB', /^(?:COMPANY|COMPANIES HOUSE) (?:NO\.?|NUMBER) ?:? ?(?=\w*\d{6})/],
  ['NO', /^ORG\.? ?(?:NR|NUMMER|NO)?\.? ?:? ?(?=\d)/],
  ['FR', /^(?:SIREN|RCS [\p{L} -]+) ?(?:N°)? ?:? ?(?=\d)/u],
]

function readNamed(line: string): ForeignQuery | undefined {
  for (const [country, words] of NAMED) {
    const rest = line.replace(words, '')
    if (rest !== line) return queryOf(country, rest)
  }
  return undefined
}

/** Without anything between, only where the rest is checked: `CHE-107.787.577` has no country. */
const WITH_COUNTRY = /^([A-Z]{2})(?:[ :.-]+(?=[^ :.-])|(?<=GB|UK|NO|FR))(.+)$/

function readWithCountry(line: string): ForeignQuery | undefined {
  const match = WITH_COUNTRY.exec(line)
  const code = match?.[1] === 'UK' ? 'GB' : match?.[1]
  if (match === null || code === undefined || !isCountryCode(code) || code === 'DE') return undefined
  return queryOf(code, match[2]!)
}

/** Letters before and after the digits, which blanks and signs may separate; without blanks any order of both. */
const NUMBER_SHAPE = /^(?:[A-Z]{0,4}[ .-]?\d[\d ./-]*[A-Z]{0,3}|\S+)$/

function queryOf(country: ForeignCountry, rest: string): ForeignQuery | undefined {
  if (!NUMBER_SHAPE.test(rest) || !ENOUGH_DIGITS.test(rest)) return undefined
  const number = readForeignNumber(country, rest)
  return number === undefined ? undefined : { country, key: foreignSearchKey(number) }
}

/** A number without a country: digits, also in groups of three, or at least six of them and letters without blanks. */
const BARE = /^(?:\d+|\d{3}(?: \d{3})+|(?=(?:[^\d]*\d){6})[\p{L}\p{N}][\p{L}\p{N}./-]*[\p{L}\p{N}])$/u
const BARE_CHARS_MAX = 40

/** Reads a text that may also be a number of any foreign register: `923609016`, `CHE-107.787.577`. */
export function readBareNumber(text: string): ForeignQuery | undefined {
  if (!DIGIT.test(text)) return undefined
  const line = text.trim().normalize('NFC').toUpperCase()
  return line.length <= BARE_CHARS_MAX && BARE.test(line) ? { key: foreignSearchKey(line) } : undefined
}
