/** A registered company: its data. */
import type { CourtCode } from '../../names/reading/court.ts'
import type { FormCode } from '../../names/reading/legal-form.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { Status } from '../../names/search/status.ts'
import type { CompanyLei } from './lei.ts'

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

/** A name that an entry tells beside the registered one: a translation, or the name in another source. */
export interface OtherName {
  readonly name: string
  /** The entry that tells it. */
  readonly source: SourceId
  readonly sourceKey: string
  /** `name`: the entry has it as the name of the company; `other`: as a further one. */
  readonly kind: 'name' | 'other'
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

/**
 * The facts of a company that sources tell apart from each other: `name` with the legal form, `number` with the court,
 * `status` with the source's word for it.
 */
export const FACTS = ['name', 'number', 'status', 'seat', 'address', 'registered_on'] as const
/** One of `FACTS`. */
export type Fact = (typeof FACTS)[number]

/** The sources of those facts that are not from the latest source of the company. */
export type FactSources = Readonly<Partial<Record<Fact, CompanySource>>>

/**
 * What was announced. `removal_announced`: the court intends to remove the company, which may still object;
 * `transformation`: a merger, division or change of the legal form that the company takes part in, in any role;
 * `documents_filed`: for example a list of the supervisory board; `announcement`: anything else.
 */
export const EVENT_KINDS = ['removal_announced', 'transformation', 'documents_filed', 'announcement'] as const
/** One of `EVENT_KINDS`. */
export type EventKind = (typeof EVENT_KINDS)[number]

/** An event. No event changes another fact of the company, such as its status. */
export interface CompanyEvent {
  readonly kind: EventKind
  /** Day of the announcement, `YYYY-MM-DD`. */
  readonly date: string
  readonly source: SourceId
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
  /** All that entries tell, also those that are the current or a former name (`shownOtherNames`). */
  readonly otherNames: readonly OtherName[]
  /** The latest first. */
  readonly events: readonly CompanyEvent[]
  readonly sources: readonly CompanySource[]
  readonly factSources: FactSources
  /** The LEIs of the company, that which stands for it first. */
  readonly leis: readonly CompanyLei[]
  /** Number of companies with an LEI that name this one as their direct or ultimate parent. */
  readonly subsidiaries: number
  readonly updatedAtMs: number
}
