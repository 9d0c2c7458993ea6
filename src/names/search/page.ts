/** Hits and pages, as every index returns them. */
import type { MatchKind, MatchReason, SortKey } from '../ranking/rank.ts'
import type { CountryCode } from '../reading/country.ts'
import type { Status } from './status.ts'

/** The data of a company that every search result contains. */
export interface CompanyRecord {
  readonly uuid: string
  readonly name: string
  /** `HRB 12345 B`: without court and leading zeros; `SC123456` in another country; '' if there is none. */
  readonly registrationNumber: string
  readonly status: Status
  readonly legalForm: string
  /** The court's short name, for example `München`; '' outside German registers. */
  readonly registerCourt: string
  readonly seat: string
  /** ISO 3166-1 alpha-2; '' if unknown. */
  readonly country: CountryCode | ''
  /** The oldest date at which a source read the company, `YYYY-MM-DD`; '' when no source has one. */
  readonly asOf: string
}

/** A company that matches the query, with the name or number that matched and why. */
export interface Hit {
  readonly record: CompanyRecord
  readonly key: SortKey
  readonly kind: MatchKind
  /** A whole number, 50-100. */
  readonly score: number
  readonly matchedName: string
  readonly matchedOn: 'name' | 'former_name' | 'other_name' | 'number'
  readonly reasons: readonly MatchReason[]
}

/** A page of hits. */
export interface SearchPage {
  readonly hits: readonly Hit[]
  /** Whether there is at least one hit after the last one of this page. */
  readonly more: boolean
  /** Exact if `totalIsExact`, else a lower bound. */
  readonly total: number
  readonly totalIsExact: boolean
  /** Whether there are more hits than an index shows; pages end there. */
  readonly truncated: boolean
  /** Whether the budget of the deep search ran out, so that block B is incomplete. */
  readonly partial: boolean
}
