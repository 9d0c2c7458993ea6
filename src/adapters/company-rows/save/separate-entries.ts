/** Separates entries from the company that they were joined with. Call it inside a transaction. */
import type { CompanyId } from '../../../core/company/company.ts'
import type { EntryKey } from '../../../core/company/company-writer.ts'
import { companyUuid } from '../../../names/reading/company-uuid.ts'
import type { Lei } from '../../../names/reading/lei.ts'
import { addRecord, type EntryRecord, mergeEntries, recordOf, recordsOf } from './entry-records.ts'
import type { StoredCompanies } from './stored-companies.ts'
import { withdrawEntries } from './withdraw-entries.ts'
import { insertCompany } from './write-company.ts'

/**
 * Makes the entries of a company that have this key a company of its own again, as if they had never been joined; the other one
 * is deleted if no entry is left. A suppression covers both.
 *
 * @returns the id of the company of the entries; `undefined` if there are none, `kept` if it is not known what each entry tells.
 */
export function separateEntries(
  stored: StoredCompanies,
  from: number,
  key: string,
  nowMs: number,
): number | 'kept' | undefined {
  const before = stored.company(from)
  const records = before.sources.length === 1 ? [recordOf(before)] : recordsOf(stored, from, before)
  if (records.length < before.sources.length) return 'kept'
  const taken = records.filter(({ register }) => companyUuid(register) === key)
  const told = mergeEntries(taken)
  if (told === undefined) return undefined
  const { leiCodes, ...facts } = told
  stored.aliases.delete(key)
  const uuid = key as CompanyId
  const id = insertCompany(stored, { ...facts, uuid, leis: [], subsidiaries: 0, updatedAtMs: nowMs })
  copyEntries(stored, from, id, taken)
  copyLeis(stored, from, id, leiCodes)
  stored.copySuppression(before.uuid, key)
  stored.log({ uuid: key, kind: 'created', atMs: nowMs, fields: [] })
  const entries = taken.flatMap(({ sources }) => sources)
  withdrawEntries(stored, from, entries, nowMs)
  return id
}

/** Returns the id that an entry has in its list. */
export function uuidInList({ source, sourceKey }: EntryKey): string {
  return companyUuid({ country: '', type: 'list', source, id: sourceKey })
}

/** Copies entries, and moves the ids that they have in their lists. */
function copyEntries(
  stored: StoredCompanies,
  from: number,
  to: number,
  records: readonly EntryRecord[],
): void {
  for (const entry of records.flatMap(({ sources }) => sources)) {
    const note = stored.entries.noteOf(from, entry)
    if (note !== undefined) stored.entries.put(to, { ...entry, asOf: note.asOf }, note.content)
    const alias = uuidInList(entry)
    if (stored.aliases.idOfSame(alias) === from) stored.aliases.putSame(alias, to)
  }
  if (records.length > 1) copyRecords(stored, to, records)
}

function copyRecords(stored: StoredCompanies, to: number, records: readonly EntryRecord[]): void {
  for (const record of records) for (const entry of record.sources) addRecord(stored, to, entry, record)
}

function copyLeis({ leis }: StoredCompanies, from: number, to: number, codes: readonly Lei[]): void {
  for (const lei of codes) {
    const note = leis.noteOf(from, lei)
    if (note !== undefined) leis.put(to, lei, note.status, note.asOf)
  }
}
