/**
 * What each entry of a company tells on its own. Only companies with several entries have records: without the others,
 * an entry is the company itself.
 */
import type { Company } from '../../../core/company/company.ts'
import type { EntryKey } from '../../../core/company/company-writer.ts'
import { mergeRecords } from '../../../core/company/merge-company.ts'
import type { Lei } from '../../../names/reading/lei.ts'
import type { StoredCompanies } from './stored-companies.ts'

/** What an entry tells: the company that it is on its own, and its LEIs. */
export type EntryRecord = Omit<Company, 'leis' | 'subsidiaries'> & { readonly leiCodes: readonly Lei[] }

/** Stores the record of the only entry of a company, before it gets another one. */
export function keepOnly(stored: StoredCompanies, id: number, company: Company): void {
  const [entry, ...others] = company.sources
  if (entry !== undefined && others.length === 0) addRecord(stored, id, entry, recordOf(company))
}

/** Merges a version of an entry into the record of this entry. */
export function addRecord(
  { records }: StoredCompanies,
  id: number,
  entry: EntryKey,
  version: EntryRecord,
): void {
  const text = records.textOf(id, entry)
  const record = text === undefined ? version : mergeVersions(recordOfText(text, version), version)
  records.put(id, entry, textOfRecord(record))
}

/** Returns the records of a company. `now`: the company. */
export function recordsOf({ records }: StoredCompanies, id: number, now: Company): readonly EntryRecord[] {
  return records.of(id).map(({ text }) => recordOfText(text, now))
}

/** Moves the records of a company to another one, `now`. */
export function moveRecords(stored: StoredCompanies, from: number, into: number, now: Company): void {
  for (const { entry, text } of stored.records.of(from))
    addRecord(stored, into, entry, recordOfText(text, now))
  stored.records.removeAll(from)
}

/** Returns the company that these entries make, without LEIs, or `undefined` if there is no entry. */
export function mergeEntries(records: readonly EntryRecord[]): EntryRecord | undefined {
  const [first, ...others] = records
  return first && others.reduce(mergeTwo, first)
}

/** Merges two versions of one entry. If neither has a number, it has the key of the later one. */
function mergeVersions(a: EntryRecord, b: EntryRecord): EntryRecord {
  const merged = mergeTwo(a, b)
  if (merged.register.type !== 'list') return merged
  const [dayOfA, dayOfB] = [a, b].map(({ sources }) => sources[0]?.asOf ?? '') as [string, string]
  return { ...merged, register: dayOfA <= dayOfB ? b.register : a.register }
}

function mergeTwo(a: EntryRecord, b: EntryRecord): EntryRecord {
  const merged = mergeRecords(withoutLeis(a), withoutLeis(b))
  return { ...recordOf(merged), leiCodes: [...new Set([...a.leiCodes, ...b.leiCodes])] }
}

function withoutLeis({ leiCodes: _, ...record }: EntryRecord): Company {
  return { ...record, leis: [], subsidiaries: 0 }
}

/** Returns a company as the record of its only entry. */
export function recordOf({ leis, subsidiaries: _, ...company }: Company): EntryRecord {
  return { ...company, leiCodes: leis.map(({ lei }) => lei) }
}

/** The fields that nearly every record lacks. */
const EMPTY = {
  ...{ court: '', statusWord: '', seat: '', address: null, registeredOn: null, factSources: {} },
  ...{ formerNames: [], formerNumbers: [], otherNames: [], events: [], leiCodes: [] },
}

function textOfRecord({ uuid: _, updatedAtMs: __, ...record }: EntryRecord): string {
  const told = Object.entries(record).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(EMPTY[field as keyof typeof EMPTY]),
  )
  return JSON.stringify(Object.fromEntries(told))
}

function recordOfText(
  text: string,
  { uuid, updatedAtMs }: Pick<Company, 'uuid' | 'updatedAtMs'>,
): EntryRecord {
  return { ...EMPTY, ...(JSON.parse(text) as Omit<EntryRecord, 'uuid' | 'updatedAtMs'>), uuid, updatedAtMs }
}
