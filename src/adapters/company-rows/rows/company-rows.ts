/** Rows of the tables with companies, the same in every database, and their conversion to companies. */

import type {
  Company,
  CompanyId,
  CompanySource,
  FactSources,
  FormerName,
  FormerNumber,
  OtherName,
  SourceId,
} from '../../../core/company/company.ts'
import type { CompanyEvent, EventKind } from '../../../core/company/company-event.ts'
import { inOrderOfLeis } from '../../../core/company/history.ts'
import type { CompanyLei } from '../../../core/company/lei.ts'
import type { CourtCode } from '../../../names/reading/court.ts'
import type { FormCode } from '../../../names/reading/legal-form.ts'
import type { Lei } from '../../../names/reading/lei.ts'
import type { Status } from '../../../names/search/status.ts'
import { foldWhole } from '../../../names/text/fold.ts'
import { type RegisterColumns, registerColumns, registerOf } from './register-columns.ts'

/** A row of `companies`, without the uuid, which databases keep in different types. */
export interface CompanyRow {
  readonly id: number
  readonly name: string
  readonly name_folded: string
  readonly legal_form: string
  readonly status: string
  readonly status_word: string
  readonly court: string
  readonly country: string
  readonly register_court: string
  readonly register_type: string
  readonly register_digits: number
  readonly register_suffix: string
  readonly seat: string
  readonly seat_folded: string
  readonly address: string | null
  readonly postcode: string | null
  readonly address_city: string | null
  readonly registered_on: string | null
  readonly updated_at_ms: number
}

/** A row of `former_names`. */
export interface FormerNameRow {
  readonly company_id: number
  readonly position: number
  readonly name: string
  readonly until: string | null
}

/** A row of `former_numbers`. */
export interface FormerNumberRow {
  readonly company_id: number
  readonly position: number
  readonly country: string
  readonly court: string
  readonly type: string
  readonly digits: number
  readonly suffix: string
  readonly until: string | null
}

/** A row of `other_names`. */
export interface OtherNameRow {
  readonly company_id: number
  readonly name: string
  readonly source: string
  readonly source_key: string
  readonly kind: string
}

/** A row of `company_events`. */
export interface EventRow {
  readonly company_id: number
  readonly kind: string
  readonly date: string
  readonly source: string
}

/** A row of `company_sources`. */
export interface CompanySourceRow {
  readonly company_id: number
  readonly source: string
  readonly source_key: string
  readonly as_of: string
}

/** A row of `fact_sources`. */
export interface FactSourceRow extends CompanySourceRow {
  readonly fact: string
}

/** A row of `leis` with the parents of the LEI. */
export interface LeiRow {
  readonly company_id: number
  readonly lei: Lei
  readonly status: string
  readonly subsidiaries: number
  readonly direct_parent: Lei | null
  readonly ultimate_parent: Lei | null
}

/** The parts of a company from other tables; `undefined` if there are none. */
export interface Annex {
  readonly names: readonly FormerName[] | undefined
  readonly numbers: readonly FormerNumber[] | undefined
  readonly otherNames: readonly OtherName[] | undefined
  readonly events: readonly CompanyEvent[] | undefined
  readonly sources: readonly CompanySource[] | undefined
  readonly factSources: FactSources | undefined
  readonly leis: readonly LeiRow[] | undefined
}

/** The columns of `companies` in their order, without `id`. */
export const COMPANY_COLUMNS = [
  'uuid',
  'name',
  'name_folded',
  'legal_form',
  'status',
  'status_word',
  'court',
  'country',
  'register_court',
  'register_type',
  'register_digits',
  'register_suffix',
  'seat',
  'seat_folded',
  'address',
  'postcode',
  'address_city',
  'registered_on',
  'updated_at_ms',
] as const

/** What the row of a company contains. */
type CompanyFacts = Omit<
  Company,
  | 'uuid'
  | 'formerNames'
  | 'formerNumbers'
  | 'otherNames'
  | 'events'
  | 'sources'
  | 'factSources'
  | 'leis'
  | 'subsidiaries'
>

/** Returns the values of those columns, in that order. `uuid` is as the database keeps it. */
export function valuesOf<Uuid>(company: CompanyFacts, uuid: Uuid): (string | number | null | Uuid)[] {
  const { register, address } = company
  return [
    uuid,
    company.name,
    foldWhole(company.name),
    company.form,
    company.status,
    company.statusWord,
    company.court,
    ...registerColumns(register),
    company.seat,
    foldWhole(company.seat),
    address?.text ?? null,
    address?.postcode ?? null,
    address?.city ?? null,
    company.registeredOn,
    company.updatedAtMs,
  ]
}

const NONE: readonly never[] = []

/** Converts a row and its parts from other tables to a company. */
export function companyOf(uuid: string, row: CompanyRow, annex: Annex): Company {
  return {
    uuid: uuid as CompanyId,
    name: row.name,
    register: registerOf(...columnsOfRegister(row)),
    court: row.court as CourtCode,
    status: row.status as Status,
    statusWord: row.status_word,
    form: row.legal_form as FormCode,
    seat: row.seat,
    address:
      row.address === null ? null : { text: row.address, postcode: row.postcode, city: row.address_city },
    registeredOn: row.registered_on,
    formerNames: annex.names ?? NONE,
    formerNumbers: annex.numbers ?? NONE,
    otherNames: annex.otherNames ?? NONE,
    events: annex.events ?? NONE,
    sources: annex.sources ?? NONE,
    factSources: annex.factSources ?? {},
    leis: inOrderOfLeis(annex.leis ?? NONE).map(leiOf),
    subsidiaries: (annex.leis ?? NONE).reduce((sum, { subsidiaries }) => sum + subsidiaries, 0),
    updatedAtMs: row.updated_at_ms,
  }
}

function leiOf({ lei, status, direct_parent, ultimate_parent }: LeiRow): CompanyLei {
  return { lei, status, directParent: direct_parent, ultimateParent: ultimate_parent }
}

/** Converts a row to a former name. */
export function formerNameOf(row: FormerNameRow): FormerName {
  return { name: row.name, until: row.until }
}

/** Converts a row to a former number. */
export function formerNumberOf(row: FormerNumberRow): FormerNumber {
  const { country, court, type, digits, suffix, until } = row
  return { register: registerOf(country, court, type, digits, suffix), until }
}

/** Converts a row to another name. */
export function otherNameOf({ name, source, source_key, kind }: OtherNameRow): OtherName {
  return { name, source: source as SourceId, sourceKey: source_key, kind: kind as OtherName['kind'] }
}

/** Converts a row to an event. */
export function eventOf({ kind, date, source }: EventRow): CompanyEvent {
  return { kind: kind as EventKind, date, source: source as SourceId }
}

/** Converts a row to a source. */
export function sourceOf(row: CompanySourceRow): CompanySource {
  return { source: row.source as SourceId, sourceKey: row.source_key, asOf: row.as_of }
}

function columnsOfRegister(row: CompanyRow): RegisterColumns {
  return [row.country, row.register_court, row.register_type, row.register_digits, row.register_suffix]
}

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether the text has the form of a uuid. */
export function isUuid(text: string): boolean {
  return UUID_TEXT.test(text)
}
