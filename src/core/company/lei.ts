/** The legal entity identifiers (LEI) of companies, and the parents that they tell. */
import type { CountryCode } from '../../names/reading/country.ts'
import type { Lei } from '../../names/reading/lei.ts'
import type { GermanKey, RegisterKey } from '../../names/reading/register-number.ts'

/** A parent of a company in the consolidated accounts. */
export interface LeiParent {
  readonly child: Lei
  /** The next company above that consolidates it, or the highest one. */
  readonly kind: 'direct' | 'ultimate'
  readonly parent: Lei
  /** Whether it is the parent; `false` if it no longer is. */
  readonly isValid: boolean
  /** The day of the statement, `YYYY-MM-DD`. */
  readonly asOf: string
}

/** An LEI of a company. */
export interface CompanyLei {
  readonly lei: Lei
  /** As in `EntryLei`. */
  readonly status: string
  readonly directParent: Lei | null
  readonly ultimateParent: Lei | null
}

/** The LEI of an entry. */
export interface EntryLei {
  readonly lei: Lei
  /** The state of the LEI in the words of GLEIF: `ISSUED`, `LAPSED`. It tells nothing about the company. */
  readonly status: string
  /** The German number of the company, if its court is not known; else `null`. */
  readonly courtless: CourtlessNumber | null
}

/** A number of a German register whose court is not known. */
export type CourtlessNumber = Pick<GermanKey, 'type' | 'digits' | 'suffix'>

/** The list whose ids are LEIs. */
const LEI_LIST = 'gleif'

/** Returns the key of a company of which no register number is known, but an LEI. */
export function leiKey(lei: Lei, country: CountryCode | ''): RegisterKey {
  return { country, type: 'list', source: LEI_LIST, id: lei }
}

/** Returns the LEI of such a key; `undefined` for any other one. */
export function leiOfKey(register: RegisterKey): Lei | undefined {
  return register.type === 'list' && register.source === LEI_LIST ? (register.id as Lei) : undefined
}
