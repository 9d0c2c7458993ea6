/**
 * Register numbers: the types, the key of a company in its register, and the formats of people and sources.
 */

import type { CountryCode } from './country.ts'
import { type CourtCode, type CourtGroup, courtByCode, newestCourt, numberCourt } from './court.ts'
import type { ForeignCountry } from './foreign-number.ts'
import { type FormCode, hasOwnRegister, UNKNOWN_FORM } from './legal-form.ts'
import { readSpelledNumber } from './spelled-number.ts'

/** The types of German registers. */
export const REGISTER_TYPES = ['HRA', 'HRB', 'GnR', 'PR', 'VR', 'GsR'] as const
/** One of `REGISTER_TYPES`. */
export type RegisterType = (typeof REGISTER_TYPES)[number]

/** The key of a company: its number in a register, or its id in a list without register numbers. */
export type RegisterKey = GermanKey | ForeignKey | ListKey

/** A number of a German register. */
export interface GermanKey {
  readonly country: 'DE'
  /** The court whose register assigned the number. */
  readonly court: CourtCode
  readonly type: RegisterType
  /** 0-999,999,999, so that it fits an unsigned 32-bit number. */
  readonly digits: number
  /** Letters after the number in upper case, '' for none. */
  readonly suffix: string
}

/** A number of a register of another country (`readForeignNumber`). */
export interface ForeignKey {
  readonly country: ForeignCountry
  readonly type: 'foreign'
  /** As shown: `SC123456`. */
  readonly number: string
}

/** The id of an entry in a list without register numbers. */
export interface ListKey {
  /** The country of the company; '' if the list does not tell it. It is no part of the identity. */
  readonly country: CountryCode | ''
  readonly type: 'list'
  /** The id of the source. */
  readonly source: string
  /** The entry's id in the source. */
  readonly id: string
}

/** Returns whether a key is a number of a German register. */
export function isGerman(register: RegisterKey): register is GermanKey {
  return register.type !== 'foreign' && register.type !== 'list'
}

/** Maximum digits of a number. */
const DIGITS_MAX = 9

const TYPE_BY_WORD: ReadonlyMap<string, RegisterType> = new Map(
  REGISTER_TYPES.map((type) => [type.toLowerCase(), type] as const),
)

/** Returns the register type of a word in lower case: `hrb`. */
export function registerType(word: string): RegisterType | undefined {
  return TYPE_BY_WORD.get(word)
}

/**
 * Returns the same key as a German one.
 *
 * @throws {TypeError} for another key.
 */
export function germanKey(register: RegisterKey): GermanKey {
  if (!isGerman(register)) throw new TypeError('not a number of a German register')
  return register
}

/**
 * Formats a number without court: `HRB 12345 B`, without leading zeros; a foreign number as it is; '' for a
 * company of a list.
 */
export function formatNumber(
  register:
    | Pick<GermanKey, 'type' | 'digits' | 'suffix'>
    | Pick<ForeignKey, 'type' | 'number'>
    | Pick<ListKey, 'type'>,
): string {
  if (register.type === 'list') return ''
  if (register.type === 'foreign') return register.number
  const number = `${register.type} ${register.digits}`
  return register.suffix === '' ? number : `${number} ${register.suffix}`
}

/** A query for a register number. */
export interface NumberQuery {
  /** The groups of courts to search, each independently. There are several only if the court is misspelt. */
  readonly courtGroups: readonly CourtGroup[]
  readonly type?: RegisterType
  readonly digits: number
  readonly suffix?: string
}

const CODED = /^([a-z]\d{4}[a-z]?)(?:_([a-z]\d{4}[a-z]?))?_(hra|hrb|gnr|pr|vr|gsr)(\d{1,9})([a-zäöü]{0,3})$/
const EUID =
  /^de([a-z]\d{4}[a-z]?(?:_[a-z]\d{4}[a-z]?)?)\.(hra|hrb|gnr|pr|vr|gsr)[ _]?(\d{1,9})([a-zäöü]{0,3})$/

const DIGIT = /\d/

/**
 * Reads a text that is, as a whole, a register number with or without its court, an EUID
 * (`DED2601V.HRB42243`), or a number after court codes (`D2601V_HRB42243`, `P2408_P2409_HRB764`). Returns
 * `undefined` for anything else, including company names that begin like a number (`VR Bank`, `PR 2000
 * GmbH`).
 */
export function readNumber(text: string): NumberQuery | undefined {
  // Nearly all queries are names; looking for a digit is cheaper than trying.
  if (!DIGIT.test(text)) return undefined
  const line = text.trim().normalize('NFC').toLowerCase()
  return readCoded(line) ?? readEuid(line) ?? readSpelled(line)
}

/** Reads a number after the code of its court, or after two codes: of the current and of the former court. */
function readCoded(line: string): NumberQuery | undefined {
  const match = CODED.exec(line)
  const court = match && courtByCode(match[1]!.toUpperCase())
  const former = match?.[2] === undefined ? court : courtByCode(match[2].toUpperCase())
  if (!match || !court || !former) return undefined
  const numbers = match[2] === undefined ? court.code : numberCourt(court.code, former.code)
  return numberQuery([[numbers]], registerType(match[3]!)!, Number(match[4]), match[5]!.toUpperCase())
}

function readEuid(line: string): NumberQuery | undefined {
  const match = EUID.exec(line.replaceAll(' ', ''))
  const court = match && courtByCode(match[1]!.toUpperCase())
  if (!match || !court) return undefined
  return numberQuery([[court.code]], registerType(match[2]!)!, Number(match[3]), match[4]!.toUpperCase())
}

function numberQuery(
  courtGroups: readonly CourtGroup[],
  type: RegisterType,
  digits: number,
  suffix: string,
): NumberQuery {
  return suffix === '' ? { courtGroups, type, digits } : { courtGroups, type, digits, suffix }
}

function readSpelled(line: string): NumberQuery | undefined {
  const spelled = readSpelledNumber(line)
  if (spelled === undefined) return undefined
  return numberQuery(spelled.courtGroups, registerType(spelled.type)!, spelled.digits, spelled.suffix)
}

/**
 * Reads a text of nothing but digits (up to nine, surrounding spaces allowed). Returns `undefined` for
 * anything else.
 */
export function readDigits(text: string): number | undefined {
  const line = text.trim()
  return /^\d{1,9}$/.test(line) && line.length <= DIGITS_MAX ? Number(line) : undefined
}

/**
 * Returns the European unique identifier: country, current court code, number with suffix:
 * `DED2601V.HRB42243`. Official identifiers of Charlottenburg's HRB have the `B` (`DEF1103R.HRB164685B`) that
 * OffeneRegister omits, so it is added.
 */
export function euidOf(register: GermanKey, court: CourtCode): string {
  const { country, type, digits } = register
  const isCharlottenburg = register.court === CHARLOTTENBURG && court === CHARLOTTENBURG
  const suffix = register.suffix === '' && isCharlottenburg && type === 'HRB' ? 'B' : register.suffix
  return `${country}${newestCourt(court)}.${type}${digits}${suffix}`
}

const CHARLOTTENBURG = 'F1103R' as CourtCode

const FORM_BY_TYPE: Partial<Record<RegisterType, string>> = {
  VR: 'e.V.',
  GnR: 'eG',
  PR: 'PartG',
  GsR: 'eGbR',
}

/** Returns the form of a register that keeps only one form. */
export function formOfRegisterType(type: RegisterType): FormCode | undefined {
  return FORM_BY_TYPE[type] as FormCode | undefined
}

/** By register of a single form: other codes that it also keeps. */
const ADDITIONAL_FORMS: Partial<Record<RegisterType, readonly string[]>> = {
  GnR: ['SCE'],
  PR: ['PartG mbB', 'LLP'],
}

/**
 * Returns the form of a company from its name (`readName`) and its register. In a register of a single form
 * the register decides ("Unterstützungsverein der Müller GmbH" in VR is an e.V.). In HRB and HRA the name
 * decides, except for forms that other registers keep: then the company's form before it counts ("X GmbH
 * Tochter der Y eG" is a GmbH), and without one the form is `unknown`. HRA also keeps associations that trade
 * (section 33 HGB).
 */
export function formInRegister(
  type: RegisterType,
  read: { readonly form: FormCode | undefined; readonly companyForm?: FormCode },
): FormCode {
  const { form } = read
  const only = formOfRegisterType(type)
  if (only !== undefined) return form !== undefined && ADDITIONAL_FORMS[type]?.includes(form) ? form : only
  if (form === undefined) return UNKNOWN_FORM
  if (!hasOwnRegister(form)) return form
  return read.companyForm ?? (type === 'HRA' && form === 'e.V.' ? form : UNKNOWN_FORM)
}
