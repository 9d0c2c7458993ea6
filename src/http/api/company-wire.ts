/** Companies as the API returns them: snake_case names, dates as text. */
import type { Company, CompanySource } from '../../core/company/company.ts'
import type { SourceSet } from '../../core/company/company-store.ts'
import { shownOtherNames } from '../../core/company/merge-names.ts'
import { INCLUDES, type Include } from '../../core/search/search-companies.ts'
import type { HighlightQuery } from '../../names/highlights/highlight-query.ts'
import { highlightsOf } from '../../names/highlights/highlights.ts'
import { prominenceOf, prominenceParts } from '../../names/ranking/prominence.ts'
import { courtName } from '../../names/reading/court.ts'
import { LEGAL_FORMS } from '../../names/reading/legal-form.ts'
import { euidOf, formatNumber, isGerman, type RegisterKey } from '../../names/reading/register-number.ts'
import type { CompanyRecord, Hit } from '../../names/search/page.ts'
import type { TextRange } from '../../names/text/fold-places.ts'

/** The fields of a record that the API returns. */
type ShownRecord = Omit<CompanyRecord, 'asOf'>

/** Returns the record of a search result for a stored company. */
export function recordOf(company: Company): ShownRecord {
  return {
    uuid: company.uuid,
    name: company.name,
    registrationNumber: formatNumber(company.register),
    status: company.status,
    legalForm: company.form,
    registerCourt: courtName(company.court),
    seat: company.seat,
    country: company.register.country,
  }
}

/** Returns the fields of a record as an object. */
export function recordWire(record: ShownRecord) {
  return {
    uuid: record.uuid,
    name: record.name,
    registration_number: record.registrationNumber,
    status: record.status,
    legal_form: record.legalForm,
    register_court: record.registerCourt,
    seat: record.seat,
    country: record.country,
  }
}

/**
 * Returns these fields as the start of a JSON object, without its closing brace: the hot path of every search.
 * Codes, courts and numbers need no escapes (tests check the lists and the reader of foreign numbers for that);
 * names and seats may.
 */
export function recordJson(record: ShownRecord): string {
  return `{"uuid":"${record.uuid}","name":${quoted(record.name)},"registration_number":"${
    record.registrationNumber
  }","status":"${record.status}","legal_form":"${record.legalForm}","register_court":"${
    record.registerCourt
  }","seat":${quoted(record.seat)},"country":"${record.country}"`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON escapes
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

/** Returns what `JSON.stringify` returns; calls it only for texts that need escapes. */
function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** Returns the API's form of a match with this query. */
export function matchWire(hit: Hit, query: HighlightQuery) {
  const { matchedName, name } = highlightsOf(query, hit)
  return {
    score: hit.score,
    kind: hit.kind,
    matched_name: hit.matchedName,
    matched_on: hit.matchedOn,
    reasons: [...hit.reasons],
    highlights: { matched_name: matchedName.map(rangeWire), name: name.map(rangeWire) },
  }
}

function rangeWire([start, end]: TextRange): [number, number] {
  return [start, end]
}

/** Returns the API's form of an address; `null` if no source has one. */
function addressWire({ address }: Company) {
  return address && { text: address.text, postcode: address.postcode, city: address.city }
}

/** Returns the former names and numbers of a company, and its other names. */
function historyWire(company: Company) {
  const { formerNames, formerNumbers } = company
  return {
    former_names: formerNames.map(({ name, until }) => ({ name, until })),
    former_numbers: formerNumbers.map(({ register, until }) => ({ ...registerWire(register), until })),
    other_names: shownOtherNames(company).map(({ name, source }) => ({ name, source: source as string })),
  }
}

/** Returns one source of a company with its licence and attribution. */
function sourceWire(source: CompanySource, sets: readonly SourceSet[]) {
  const set = sets.find((candidate) => candidate.source === source.source)
  return {
    source: source.source,
    source_id: source.sourceKey,
    as_of: source.asOf,
    licence: set?.licence ?? '',
    attribution: set?.attribution ?? '',
  }
}

/** What the objects of `include` are made from. */
interface IncludedParts {
  readonly hit: Hit
  readonly query: HighlightQuery
  /** The company, if data of the store was requested and it still exists. */
  readonly company: Company | undefined
  readonly sets: readonly SourceSet[]
}

const INCLUDED = {
  match: ({ hit, query }: IncludedParts) => matchWire(hit, query),
  address: ({ company }: IncludedParts) => (company ? addressWire(company) : null),
  history: ({ company }: IncludedParts) => (company ? historyWire(company) : null),
  source: ({ company, sets }: IncludedParts) => {
    const source = company && latestSource(company)
    return source ? sourceWire(source, sets) : null
  },
} satisfies Readonly<Record<Include, (parts: IncludedParts) => unknown>>

type IncludedWire = { [Part in Include]: ReturnType<(typeof INCLUDED)[Part]> }

/**
 * Returns the objects that `include` requests, in a fixed order; address, history and source are `null`
 * without the company.
 */
export function includedWire<Part extends Include>(
  include: readonly Part[],
  parts: IncludedParts,
): Pick<IncludedWire, Part> {
  const asked: readonly Include[] = include
  const wires = INCLUDES.filter((part) => asked.includes(part)).map((part) => [part, INCLUDED[part](parts)])
  return Object.fromEntries(wires)
}

function latestSource({ sources }: Company): CompanySource | undefined {
  return sources.toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))[0]
}

/** Returns a row of the list: the record and the time of its last change. */
export function listRowWire(company: Company) {
  return { ...recordWire(recordOf(company)), updated_at: new Date(company.updatedAtMs).toISOString() }
}

/** Returns all data of one company. */
export function detailWire(company: Company, sets: readonly SourceSet[]) {
  const { register, court } = company
  return {
    ...recordWire(recordOf(company)),
    euid: isGerman(register) ? euidOf(register, court) : '',
    court_code: court as string,
    ...registerPartsWire(register),
    registered_on: company.registeredOn,
    status_raw: company.statusWord,
    legal_form_codes: formCodesWire(company),
    ...leiWire(company),
    prominence: prominenceWire(company),
    address: addressWire(company),
    ...historyWire(company),
    events: company.events.map(({ kind, date, source }) => ({ kind, date, source: source as string })),
    sources: company.sources.map((source) => sourceWire(source, sets)),
    updated_at: new Date(company.updatedAtMs).toISOString(),
  }
}

/** Returns the LEI that stands for a company, with its parents. A company with two LEIs has that which is in force. */
function leiWire({ leis: [lei], subsidiaries }: Company) {
  return {
    lei: lei?.lei ?? null,
    lei_status: lei?.status ?? null,
    parents: { direct: lei?.directParent ?? null, ultimate: lei?.ultimateParent ?? null },
    subsidiaries,
  }
}

/** Returns the parts of a German number; empty ones for any other key. */
function registerPartsWire(register: RegisterKey) {
  const german = isGerman(register) ? register : undefined
  return {
    register_type: german?.type ?? ('' as const),
    register_number: german?.digits ?? 0,
    register_suffix: german?.suffix ?? '',
  }
}

function registerWire(register: RegisterKey) {
  return {
    registration_number: formatNumber(register),
    register_court: isGerman(register) ? courtName(register.court) : '',
    court_code: isGerman(register) ? (register.court as string) : '',
  }
}

/**
 * Returns the codes of the legal form in the lists of XUnternehmen and ISO 20275; `null` for a list without
 * this form.
 */
function formCodesWire({ form }: Company) {
  const known = LEGAL_FORMS.find(({ code }) => code === form)
  return { xunternehmen: known?.xunternehmen ?? null, iso20275: known?.iso20275 ?? null }
}

/** Returns the prominence of a company and the facts that it follows from. */
function prominenceWire(company: Company) {
  const parts = prominenceParts(company)
  return { value: prominenceOf(company), parts: parts.map((part) => ({ ...part })) }
}
