/** What is asked and answered, as it goes over the wire. Within version 1 fields are added, never removed. */
import type { FaultDetail } from './errors.ts'

export type Status = 'active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown'
export type RegisterType = 'HRA' | 'HRB' | 'GnR' | 'PR' | 'VR' | 'GsR'
export type Scope = 'companies:search' | 'companies:search:deep' | 'companies:read' | 'companies:watch'

/** A company, in short. */
export interface Company {
  readonly uuid: string
  /** As registered. */
  readonly name: string
  /** Type, number and suffix, without court: `HRB 12345 B`; the number of another country's register; or ''. */
  readonly registration_number: string
  readonly status: Status
  /** `GmbH`, `GmbH & Co. KG`, `e.V.` …, or `unknown`; all of them by `reference()`. */
  readonly legal_form: string
  readonly register_court: string
  /** Empty where unknown. */
  readonly seat: string
  /** ISO 3166-1, two letters; empty where unknown. */
  readonly country: string
}

/** Why a company was found. */
export interface Match {
  /** 50 to 100; of a related name 20 to 49. */
  readonly score: number
  readonly kind: string
  readonly matched_name: string
  readonly matched_on: 'name' | 'former_name' | 'other_name' | 'number'
  readonly reasons: readonly string[]
  /** The parts of both names that match the query; empty for a hit by number. */
  readonly highlights: { readonly matched_name: readonly TextRange[]; readonly name: readonly TextRange[] }
}

/** A part of a text in Unicode code points, `end` exclusive. */
export type TextRange = readonly [start: number, end: number]

export interface Address {
  readonly text: string
  readonly postcode: string | null
  readonly city: string | null
}

/** Dates are `YYYY-MM-DD`; `null` where the source does not tell. */
export interface History {
  readonly former_names: readonly { readonly name: string; readonly until: string | null }[]
  readonly former_numbers: readonly {
    readonly registration_number: string
    readonly register_court: string
    readonly court_code: string
    readonly until: string | null
  }[]
  /** Names of today beside the registered one. */
  readonly other_names: readonly { readonly name: string; readonly source: string }[]
}

/** `removal_announced`: the court intends to remove the company, which may still object. */
export interface CompanyEvent {
  readonly kind: 'removal_announced' | 'transformation' | 'documents_filed' | 'announcement'
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly source: string
}

export interface Source {
  readonly source: string
  readonly source_id: string
  /** `YYYY-MM-DD`. */
  readonly as_of: string
  readonly licence: string
  readonly attribution: string
}

/** By which companies a search or a list is narrowed; an absent one does not restrict. */
export interface Filters {
  readonly status?: readonly Status[] | undefined
  /** Codes: `KG` is not `GmbH & Co. KG`. */
  readonly legal_form?: readonly string[] | undefined
  readonly register_type?: readonly RegisterType[] | undefined
  /** Name, code or another name of a court. */
  readonly register_court?: readonly string[] | undefined
  /** Registered office. */
  readonly city?: readonly string[] | undefined
  /** ISO 3166-2 codes: `DE-BY`. */
  readonly state?: readonly string[] | undefined
  /** Beginnings of postcodes, 1 to 5 digits. */
  readonly postcode?: readonly string[] | undefined
  /** ISO 3166-1 codes of two letters: `GB`. */
  readonly country?: readonly string[] | undefined
}

export type Include = 'match' | 'address' | 'history' | 'source'

export interface SearchQuestion extends Filters {
  /** A company name or a register number, 1 to 500 characters. */
  readonly name: string
  /** Also former names, removed companies and names that are like this one. Costs 5 instead of 1. */
  readonly deep?: boolean | undefined
  /** Hits per page, 1 to 100; 25 when absent. */
  readonly limit?: number | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  /** `only`: only hits by a former name (deep); `exclude`: none of them. */
  readonly former?: 'only' | 'exclude' | undefined
  /** Leaves out hits with a lower score, 0 to 100; 0 when absent. */
  readonly min_score?: number | undefined
  readonly include?: readonly Include[] | undefined
}

/** The fields of a search that decide which companies are hits. */
export type FacetsQuestion = Omit<SearchQuestion, 'limit' | 'cursor' | 'include'>

/** A value and the number of hits that have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

/** The number of hits by value: up to 20 values each, the most frequent first. */
export interface Facets {
  readonly total: number
  /** `false`: all counts are lower bounds. */
  readonly exact: boolean
  readonly status: readonly FacetValue[]
  readonly legal_form: readonly FacetValue[]
  readonly register_type: readonly FacetValue[]
  /** ISO 3166-2 codes. */
  readonly state: readonly FacetValue[]
  readonly register_court: readonly FacetValue[]
  /** Values of the filter `city`. */
  readonly seat: readonly FacetValue[]
  /** A deep search ran out of time: names that are like the query may not be counted. */
  readonly isPartial: boolean
}

/** What `include` asked for is there. */
export interface Hit extends Company {
  readonly match?: Match | undefined
  readonly address?: Address | null | undefined
  readonly history?: History | null | undefined
  readonly source?: Source | null | undefined
}

export interface ListQuestion extends Filters {
  /** Only companies that changed at this moment or later (RFC 3339). */
  readonly updated_since?: string | undefined
  /** `YYYY-MM-DD`, inclusive. */
  readonly registered_from?: string | undefined
  readonly registered_to?: string | undefined
  readonly sort?: 'uuid' | 'name' | '-updated_at' | undefined
  /** Rows per page, 1 to 100; 25 when absent. */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface ListRow extends Company {
  readonly updated_at: string
}

/** Among otherwise equal hits, higher prominence comes first. */
export interface Prominence {
  /** 0 to 31: the sum of the points. */
  readonly value: number
  readonly parts: readonly {
    /** The stored fact: always `legal_form`, and others where they are known. */
    readonly fact: string
    readonly value: string
    readonly points: number
  }[]
}

/** Everything known of a company. */
export interface CompanyDetail extends Company, History {
  /** European unique identifier. */
  readonly euid: string
  readonly court_code: string
  /** Empty outside Germany, like `court_code` and `euid`. */
  readonly register_type: RegisterType | ''
  readonly register_number: number
  readonly register_suffix: string
  readonly registered_on: string | null
  /** The word that the source uses. */
  readonly status_raw: string
  readonly legal_form_codes: { readonly xunternehmen: string | null; readonly iso20275: string | null }
  /** The LEI (ISO 17442), if a source tells it. */
  readonly lei: string | null
  /** The state of the LEI: `ISSUED`, `LAPSED`. It tells nothing about the company. */
  readonly lei_status: string | null
  /** The LEIs of the parent companies. */
  readonly parents: { readonly direct: string | null; readonly ultimate: string | null }
  /** Number of companies with an LEI whose parent is this one. */
  readonly subsidiaries: number
  /** Announcements of register courts, the latest first; none changes the status. */
  readonly events: readonly CompanyEvent[]
  readonly prominence: Prominence
  readonly address: Address | null
  readonly sources: readonly Source[]
  readonly updated_at: string
}

export interface Suggestion extends Company {
  readonly match: Match
}

/** A customer: with a name, a register number, or both. */
export interface CustomerRow {
  readonly name?: string | undefined
  readonly registration_number?: string | undefined
  readonly city?: string | undefined
  readonly deep?: boolean | undefined
  /** Your own mark; it comes back. */
  readonly ref?: string | undefined
}

export interface MatchResult {
  readonly ref: string | null
  /** `found`: take the first company; `ambiguous`, `possible`: somebody has to look; `invalid`: see `details`. */
  readonly state: 'found' | 'ambiguous' | 'possible' | 'not_found' | 'invalid'
  /** The best five at most. */
  readonly companies: readonly Suggestion[]
  /** Of an invalid row; `field` points into the request as a whole. */
  readonly details?: readonly FaultDetail[] | undefined
}

export interface Change {
  /** `since` for what comes after it. */
  readonly cursor: string
  readonly uuid: string
  /** `merged`: is `into` from now on; `suppressed`: must not be shown any more. */
  readonly kind: 'created' | 'changed' | 'removed' | 'merged' | 'suppressed'
  readonly at: string
  readonly fields: readonly string[]
  readonly into?: string | undefined
}

export interface ChangesQuestion {
  /** A cursor of this feed or of a list; `now` for the present one; from the start when absent. */
  readonly since?: string | undefined
  /** Rows per page, 1 to 1000; 100 when absent. */
  readonly limit?: number | undefined
}

/** One page, and how to get the one after it. */
export interface CursorPage<Item> {
  readonly items: readonly Item[]
  /** `undefined` on the last page. A page may be short, even empty, and still have a next one. */
  readonly next: string | undefined
}

/** A page of companies. */
export interface Page<Item> extends CursorPage<Item> {
  /** The oldest day on which the sources looked at what the page shows. */
  readonly dataAsOf: string | undefined
}

export interface SearchPage extends Page<Hit> {
  /** Hits on all pages, without related names. */
  readonly total: number
  /** `false`: there are more than `total`. */
  readonly isTotalExact: boolean
  /** A deep search ran out of time: names that are like the query may be missing. */
  readonly isPartial: boolean
  /** There are more than 10,000 hits; the best 10,000 can be read. */
  readonly isTruncated: boolean
}

export interface ListPage extends Page<ListRow> {
  /** On the first page: `since` for every change after this list. */
  readonly changesCursor: string | undefined
}

export interface ChangesPage {
  readonly items: readonly Change[]
  /** Always there; with no items, everything so far was read. */
  readonly next: string
}

export interface LimitLevel {
  readonly quota: number
  readonly window_s: number
  readonly used: number
}

export interface Limits {
  readonly default: LimitLevel
  readonly burst: LimitLevel
  /** `null` for a key with a limit of its own. */
  readonly account: LimitLevel | null
}

export interface EntryPoint {
  readonly version: string
  readonly links: Readonly<Record<string, string>>
  readonly key: {
    /** `test`: it opens the sandbox, not the register. */
    readonly kind: 'live' | 'test'
    readonly scopes: readonly Scope[]
    readonly ends_at: string | null
  }
  readonly limits: Limits
}

export interface Counts {
  readonly requests: number
  readonly errors: number
  readonly limited: number
  readonly deep: number
}

export interface Use {
  readonly total: Counts
  readonly days: readonly (Counts & { readonly date: string })[]
}

export interface Usage {
  readonly from: string
  readonly to: string
  readonly key: Use
  readonly account: Use
  readonly limits: Limits
}

export interface Term {
  readonly code: string
  readonly name: { readonly de: string; readonly en: string }
}

export interface Reference {
  readonly statuses: readonly Term[]
  readonly legal_forms: readonly Term[]
  readonly register_types: readonly Term[]
  /** ISO 3166-2. */
  readonly states: readonly Term[]
  /** ISO 3166-1. */
  readonly countries: readonly Term[]
  readonly courts: readonly {
    readonly code: string
    readonly name: string
    readonly aliases: readonly string[]
  }[]
  readonly match_kinds: readonly Term[]
  readonly match_reasons: readonly Term[]
}

export interface SourceSet {
  readonly source: string
  readonly title: string
  readonly rows: number
  readonly as_of: string | null
  readonly licence: string
  readonly attribution: string
}
