/** A registered company: its data. */
import type { CourtCode } from '../../names/reading/court.ts'
import type { FormCode } from '../../names/reading/legal-form.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { Status } from '../../names/search/status.ts'

/** The id of a company, a UUID. */
export type CompanyId = string & { readonly brand: 'CompanyId' }
/** The id of a data source. */
export type SourceId = string & { readonly brand: 'SourceId' }

/** The address of a company. */
export interface Address {
  /** The address as in the source, with runs of blanks collapsed. */
  readonly text: string
  /** Five digits, if the text contains a postcode that can be parsed. */
  readonly postcode: string | null
  readonly city: string | null
}

/** A former name of a company; the date is present only if the source has it. */
export interface FormerName {
  readonly name: string
  /** The last day of the name, `YYYY-MM-DD`. */
  readonly until: string | null
}

/** A former register key of a company (another court or another number). */
export interface FormerNumber {
  readonly register: RegisterKey
  readonly until: string | null
}

/** The source of facts about a company. */
export interface CompanySource {
  readonly source: SourceId
  /** The entry's id at the source, for example `D2601V_HRB42243`. */
  readonly sourceKey: string
  /** The date at which the source last read the register, `YYYY-MM-DD`. */
  readonly asOf: string
}

/** A company with its history. */
export interface Company {
  readonly uuid: CompanyId
  /** The registered name, with runs of blanks collapsed. */
  readonly name: string
  readonly register: RegisterKey
  readonly court: CourtCode
  readonly status: Status
  /** The source's own word for the status. */
  readonly statusWord: string
  readonly form: FormCode
  /** Registered office; '' where unknown. */
  readonly seat: string
  readonly address: Address | null
  /** Date of the first entry, `YYYY-MM-DD`, if the source has it. */
  readonly registeredOn: string | null
  readonly formerNames: readonly FormerName[]
  readonly formerNumbers: readonly FormerNumber[]
  readonly sources: readonly CompanySource[]
  readonly updatedAtMs: number
}
