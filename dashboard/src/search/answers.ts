/** What the search's routes of the dashboard's own API answer. */

export type Status = 'active' | 'liquidation' | 'insolvency' | 'removed' | 'unknown'

export interface CompanyRecord {
  uuid: string
  name: string
  registration_number: string
  status: Status
  legal_form: string
  register_court: string
  seat: string
}

export interface Match {
  score: number
  kind: string
  matched_name: string
  matched_on: 'name' | 'former_name' | 'number'
  reasons: string[]
}

export interface Source {
  source: string
  source_id: string
  as_of: string
  licence: string
  attribution: string
}

export interface FormerNumber {
  registration_number: string
  register_court: string
  court_code: string
  until: string | null
}

export interface History {
  former_names: { name: string; until: string | null }[]
  former_numbers: FormerNumber[]
}

export interface Hit extends CompanyRecord {
  match: Match
  address: { text: string; postcode: string | null; city: string | null } | null
  history: History | null
  source: Source | null
}

export interface SearchAnswer {
  hits: Hit[]
  total: number
  total_is_exact: boolean
  partial: boolean
  truncated: boolean
  took_ms: number
  next_cursor: string | null
  as_of: string | null
  request: { url: string; body: Record<string, unknown> }
}

export type Suggestion = Pick<CompanyRecord, 'uuid' | 'name' | 'registration_number' | 'status' | 'seat'>

export interface Company extends CompanyRecord, History {
  euid: string
  court_code: string
  register_type: string
  register_number: number
  register_suffix: string
  registered_on: string | null
  status_raw: string
  legal_form_codes: { xunternehmen: string | null; iso20275: string | null }
  address: Hit['address']
  sources: Source[]
  updated_at: string
}

export interface CompanyAnswer {
  company: Company | null
  moved_to: string | null
}

export interface ReferenceEntry {
  code: string
  name: { de: string; en: string }
}

export interface Reference {
  companies: number
  statuses: ReferenceEntry[]
  legal_forms: ReferenceEntry[]
  register_types: ReferenceEntry[]
  courts: { code: string; name: string; aliases: string[] }[]
  kinds: ReferenceEntry[]
  reasons: ReferenceEntry[]
}
