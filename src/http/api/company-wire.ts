/** Companies as the wire shows them: snake_case, dates as text, nothing left out and nothing added. */
import type { Company, CompanySource } from '../../core/company/company.ts'
import type { SourceSet } from '../../core/company/company-store.ts'
import type { CompanyRecord, Hit } from '../../core/search/name-index.ts'
import { type CourtCode, courtName } from '../../names/reading/court.ts'
import { LEGAL_FORMS } from '../../names/reading/legal-form.ts'
import { euidOf, formatNumber, type RegisterKey } from '../../names/reading/register-number.ts'

/** What of a record is shown. */
type ShownRecord = Omit<CompanyRecord, 'asOf'>

/** The record of a search result, from what the store knows. */
export function recordOf(company: Company): ShownRecord {
  return {
    uuid: company.uuid,
    name: company.name,
    registrationNumber: formatNumber(company.register),
    status: company.status,
    legalForm: company.form,
    registerCourt: courtName(company.court),
    seat: company.seat,
  }
}

export function recordWire(record: ShownRecord) {
  return {
    uuid: record.uuid,
    name: record.name,
    registration_number: record.registrationNumber,
    status: record.status,
    legal_form: record.legalForm,
    register_court: record.registerCourt,
    seat: record.seat,
  }
}

/**
 * The same record as the beginning of a JSON object, without its closing brace: the hot path of every search. Codes, courts
 * and numbers need no escapes (a test holds the lists to it); names and seats may.
 */
export function recordJson(record: ShownRecord): string {
  return `{"uuid":"${record.uuid}","name":${quoted(record.name)},"registration_number":"${
    record.registrationNumber
  }","status":"${record.status}","legal_form":"${record.legalForm}","register_court":"${
    record.registerCourt
  }","seat":${quoted(record.seat)}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON escapes
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

/** As `JSON.stringify`, which is asked only where it would change something. */
function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
}

export function matchWire(hit: Hit) {
  return {
    score: hit.score,
    kind: hit.kind,
    matched_name: hit.matchedName,
    matched_on: hit.matchedOn,
    reasons: hit.reasons,
  }
}

/** `null` where the source tells none. */
export function addressWire({ address }: Company) {
  return address && { text: address.text, postcode: address.postcode, city: address.city }
}

export function historyWire({ formerNames, formerNumbers }: Company) {
  return {
    former_names: formerNames.map(({ name, until }) => ({ name, until })),
    former_numbers: formerNumbers.map(({ register, until }) => ({ ...registerWire(register), until })),
  }
}

/** One source of the company with what must be said about it. */
export function sourceWire(source: CompanySource, sets: readonly SourceSet[]) {
  const set = sets.find((candidate) => candidate.source === source.source)
  return {
    source: source.source,
    source_id: source.sourceKey,
    as_of: source.asOf,
    licence: set?.licence ?? '',
    attribution: set?.attribution ?? '',
  }
}

/** The source that looked last. */
export function latestSource({ sources }: Company): CompanySource | undefined {
  return sources.toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))[0]
}

/** A row of the list. */
export function listRowWire(company: Company) {
  return { ...recordWire(recordOf(company)), updated_at: new Date(company.updatedAtMs).toISOString() }
}

/** Everything known of one company. */
export function detailWire(company: Company, sets: readonly SourceSet[]) {
  const { register, court } = company
  return {
    ...recordWire(recordOf(company)),
    euid: euidOf(register, court),
    court_code: court as string,
    register_type: register.type,
    register_number: register.digits,
    register_suffix: register.suffix,
    registered_on: company.registeredOn,
    status_raw: company.statusWord,
    legal_form_codes: formCodesWire(company),
    address: addressWire(company),
    ...historyWire(company),
    sources: company.sources.map((source) => sourceWire(source, sets)),
    updated_at: new Date(company.updatedAtMs).toISOString(),
  }
}

function registerWire(register: RegisterKey) {
  return {
    registration_number: formatNumber(register),
    register_court: courtName(register.court),
    court_code: register.court as CourtCode as string,
  }
}

/** Codes of the form in the lists of XUnternehmen and ISO 20275; `null` where a list has none for it. */
function formCodesWire({ form }: Company) {
  const known = LEGAL_FORMS.find(({ code }) => code === form)
  return { xunternehmen: known?.xunternehmen ?? null, iso20275: known?.iso20275 ?? null }
}
