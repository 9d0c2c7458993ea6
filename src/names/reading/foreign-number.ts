/** Register numbers of other countries. */
import type { CountryCode } from './country.ts'

/** A country other than Germany. */
export type ForeignCountry = Exclude<CountryCode, 'DE'>

/** Longest number, in characters. */
export const FOREIGN_NUMBER_CHARS_MAX = 40

/**
 * Returns a number of a country's register as it is shown, or `undefined` for a text that is none. Austrian,
 * British, Norwegian and French numbers are completed and checked; a number of any other country is a text of letters
 * and digits with at least one digit.
 */
export function readForeignNumber(country: ForeignCountry, text: string): string | undefined {
  const written = text.normalize('NFC').toUpperCase().replace(/\s+/g, ' ').trim()
  const scheme = SCHEMES[country]
  if (scheme !== undefined) return scheme(foreignIdentity(written))
  const isNumber = written.length <= FOREIGN_NUMBER_CHARS_MAX && ANY_NUMBER.test(written)
  return isNumber ? written : undefined
}

/** Returns the letters and digits of a number, which identify it in its country. */
export function foreignIdentity(number: string): string {
  return number.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Letters, digits and what separates them, with a digit. */
const ANY_NUMBER = /^(?=.*\d)[\p{L}\p{N}](?:[\p{L}\p{N} ./-]*[\p{L}\p{N}])?$/u

/** The schemes of the registers that are read, by country. */
const SCHEMES: Partial<Record<ForeignCountry, (identity: string) => string | undefined>> = {
  AT: readAustrian,
  GB: readBritish,
  NO: readNorwegian,
  FR: readFrench,
}

/** The company register number has up to six digits and a check letter; `FN` is often left out. */
function readAustrian(identity: string): string | undefined {
  const match = /^(?:FN)?0*([1-9]\d{0,5})([A-Z])$/.exec(identity)
  return match === null ? undefined : `FN ${match[1]}${match[2]}`
}

/** Eight characters; spreadsheets drop leading zeros. Letters say the part of the country and the kind. */
const BRITISH = /^([A-Z]{2}|R0|[0-9]{0,2})([0-9]{1,6})$|^(?:IP|SP|NP|RS)[0-9]{5,6}[A-Z]{0,2}$/
const BRITISH_DIGITS = 8

function readBritish(identity: string): string | undefined {
  const match = BRITISH.exec(identity)
  if (match === null || /^0*$/.test(identity)) return undefined
  const [, letters, digits] = match
  if (digits === undefined || letters === undefined) return identity
  return /^[A-Z]/.test(letters)
    ? letters + digits.padStart(BRITISH_DIGITS - letters.length, '0')
    : identity.padStart(BRITISH_DIGITS, '0')
}

const NINE_DIGITS = /^\d{9}$/
/** The weights of the digits before the check digit of a Norwegian number. */
const NORWEGIAN_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]

/** `MVA` after a number says that the company pays value-added tax. */
function readNorwegian(written: string): string | undefined {
  const identity = written.replace(/MVA$/, '')
  if (!NINE_DIGITS.test(identity)) return undefined
  const sum = NORWEGIAN_WEIGHTS.reduce((total, weight, i) => total + weight * Number(identity[i]), 0)
  return (11 - (sum % 11)) % 11 === Number(identity[8]) ? identity : undefined
}

/** A SIREN ends with a Luhn check digit. */
function readFrench(identity: string): string | undefined {
  if (!NINE_DIGITS.test(identity) || identity === '000000000') return undefined
  const sum = Array.from(identity).reduceRight((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 ? identity : undefined
}
