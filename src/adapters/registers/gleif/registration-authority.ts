/** The registers that GLEIF names by a code (registration authority). Pure. */
import type { CourtlessNumber } from '../../../core/company/lei.ts'
import { type CountryCode, isCountryCode } from '../../../names/reading/country.ts'
import { type CourtCode, courtByCode } from '../../../names/reading/court.ts'
import { readForeignNumber } from '../../../names/reading/foreign-number.ts'
import { type RegisterKey, readNumber } from '../../../names/reading/register-number.ts'
import data from './german-authorities.json' with { type: 'json' }

const COURTS: ReadonlyMap<string, CourtCode | undefined> = new Map(
  Object.entries(data.courts).map(([authority, code]) => [authority, courtByCode(code)?.code]),
)

/** National registers, whose numbers identify a company in its country. Other numbers are not compared. */
const NATIONAL_REGISTERS: ReadonlyMap<string, CountryCode> = new Map([
  ['RA000585', 'GB'],
  ['RA000586', 'GB'],
  ['RA000587', 'GB'],
  ['RA000189', 'FR'],
  ['RA000472', 'NO'],
  ['RA000017', 'AT'],
  ['RA000188', 'FI'],
  ['RA000402', 'IE'],
  ['RA000432', 'LU'],
  ['RA000463', 'NL'],
  ['RA000484', 'PL'],
  ['RA000523', 'SG'],
  ['RA000544', 'SE'],
])

/** What a registration authority and the number there tell about a company. */
export interface RegisteredAt {
  /** The number in the register; `undefined` if the register or the number is not known. */
  readonly register: RegisterKey | undefined
  /** The German number without its court, if only that is known. */
  readonly courtless: CourtlessNumber | undefined
}

const UNKNOWN: RegisteredAt = { register: undefined, courtless: undefined }

/** Returns the number of a company in a register. `country`: of the jurisdiction. */
export function registeredAt(authority: string, number: string, country: CountryCode | ''): RegisteredAt {
  if (number === '' || country === '') return UNKNOWN
  if (country === 'DE') return registeredInGermany(authority, number)
  if (NATIONAL_REGISTERS.get(authority) !== country) return UNKNOWN
  const read = readForeignNumber(country, number)
  return read === undefined
    ? UNKNOWN
    : { register: { country, type: 'foreign', number: read }, courtless: undefined }
}

function registeredInGermany(authority: string, text: string): RegisteredAt {
  const read = readNumber(text)
  if (read?.type === undefined) return UNKNOWN
  const number = { type: read.type, digits: read.digits, suffix: read.suffix ?? '' }
  const court = COURTS.get(authority) ?? onlyOf(read.courtGroups)
  if (court === undefined) return { register: undefined, courtless: number }
  return { register: { country: 'DE', court, ...number }, courtless: undefined }
}

/** Returns the court if a number is of exactly one. */
function onlyOf(groups: readonly (readonly CourtCode[])[]): CourtCode | undefined {
  const [group, ...others] = groups
  return others.length === 0 && group?.length === 1 ? group[0] : undefined
}

/** Returns the country of a jurisdiction (`DE`, `US-DE`) or, if that is none, of an address; '' if unknown. */
export function countryOf(jurisdiction: string, addressCountry: string): CountryCode | '' {
  const code = jurisdiction.slice(0, 2)
  if (isCountryCode(code)) return code
  return isCountryCode(addressCountry) ? addressCountry : ''
}
