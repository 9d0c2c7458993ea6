/** A registered company: the data and the rules about it that need nothing but the data. */
import type { CourtCode } from '../../names/reading/court.ts'
import type { FormCode } from '../../names/reading/legal-form.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'

/** Every status that the service tells apart; `unknown` where the source says nothing usable. */
export const STATUSES = ['active', 'liquidation', 'insolvency', 'removed', 'unknown'] as const
export type Status = (typeof STATUSES)[number]

export type CompanyId = string & { readonly brand: 'CompanyId' }
export type SourceId = string & { readonly brand: 'SourceId' }

export interface Address {
  /** The address as the source writes it, blanks collapsed. */
  readonly text: string
  /** Five digits where one could be read from the text. */
  readonly postcode: string | null
  readonly city: string | null
}

/** A name that the company had before; the date is known only where the source tells it. */
export interface FormerName {
  readonly name: string
  /** `YYYY-MM-DD`: until when the name was in force. */
  readonly until: string | null
}

/** A register key under which the company was entered before (another court, another number). */
export interface FormerNumber {
  readonly register: RegisterKey
  readonly until: string | null
}

/** Where a fact comes from. */
export interface CompanySource {
  readonly source: SourceId
  /** The entry's id at the source, e.g. `D2601V_HRB42243`. */
  readonly sourceKey: string
  /** When the source last looked, `YYYY-MM-DD`. */
  readonly asOf: string
}

export interface Company {
  readonly uuid: CompanyId
  /** As registered, blanks collapsed. */
  readonly name: string
  readonly register: RegisterKey
  readonly court: CourtCode
  readonly status: Status
  /** The word that the source uses for the status. */
  readonly statusWord: string
  readonly form: FormCode
  /** Registered office; '' where unknown. */
  readonly seat: string
  readonly address: Address | null
  /** Date of the first entry, `YYYY-MM-DD`, where the source tells it. */
  readonly registeredOn: string | null
  readonly formerNames: readonly FormerName[]
  readonly formerNumbers: readonly FormerNumber[]
  readonly sources: readonly CompanySource[]
  readonly updatedAtMs: number
}
