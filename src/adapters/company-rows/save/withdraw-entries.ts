/** Withdraws entries of companies. Call these inside a transaction. */
import type { Company } from '../../../core/company/company.ts'
import type { EntryKey, WithdrawResult } from '../../../core/company/company-writer.ts'
import { keyText } from '../../../core/company/history.ts'
import { entryText } from '../../../core/company/merge-names.ts'
import { releaseNumber } from './aliases.ts'
import { type EntryRecord, mergeEntries, recordsOf } from './entry-records.ts'
import { forgetEntry } from './lei-entries.ts'
import { keepLeis } from './save-lei.ts'
import type { StoredCompanies } from './stored-companies.ts'
import { deleteCompany, updateCompany } from './write-company.ts'

/** A stored entry that is to be withdrawn. */
export interface FoundEntry extends EntryKey {
  readonly companyId: number
}

/** Withdraws the entries, in the order of their companies. */
export function withdrawFound(
  stored: StoredCompanies,
  found: readonly FoundEntry[],
  nowMs: number,
): WithdrawResult {
  const result = { withdrawn: 0, deleted: 0 }
  for (const [id, entries] of Map.groupBy(found, ({ companyId }) => companyId)) {
    const how = withdrawEntries(stored, id, entries, nowMs)
    if (how === 'kept') continue
    result.withdrawn += entries.length
    for (const entry of entries) forgetEntry(stored, entry)
    if (how === 'deleted') result.deleted++
  }
  return result
}

/**
 * Withdraws entries of a company, which becomes what its other entries tell; without any it is deleted. `kept`: it is
 * not known what the other entries tell.
 */
export function withdrawEntries(
  stored: StoredCompanies,
  id: number,
  entries: readonly EntryKey[],
  nowMs: number,
): 'deleted' | 'changed' | 'kept' {
  const before = stored.company(id)
  // Which company an LEI belongs to may follow from the withdrawn entries.
  for (const { lei } of before.leis) stored.leiEntries.wake(lei)
  const withdrawn = new Set(entries.map(entryText))
  const left = before.sources.filter((source) => !withdrawn.has(entryText(source)))
  if (left.length === 0) {
    deleteCompany(stored, id, before, nowMs)
    for (const { register } of [before, ...before.formerNumbers]) releaseNumber(stored, id, register)
    return 'deleted'
  }
  const records = recordsOf(stored, id, before).filter(({ sources }) =>
    sources.every((source) => !withdrawn.has(entryText(source))),
  )
  const told = mergeEntries(records)
  // Entries of an older version have no record until they are imported again.
  if (told === undefined || records.length < left.length) return 'kept'
  for (const entry of entries) {
    stored.entries.remove(id, entry)
    stored.records.remove(id, entry)
  }
  if (left.length === 1) stored.records.removeAll(id)
  keepLeis(stored, id, told.leiCodes, nowMs)
  const { leis, subsidiaries } = before
  updateCompany(stored, id, { before, after: { ...told, leis, subsidiaries }, nowMs })
  releaseOthers(stored, id, before, told)
  return 'changed'
}

/** Releases the former numbers that no entry tells any more. */
function releaseOthers(stored: StoredCompanies, id: number, before: Company, told: EntryRecord): void {
  const kept = new Set(told.formerNumbers.map(({ register }) => keyText(register)))
  for (const { register } of before.formerNumbers)
    if (!kept.has(keyText(register))) releaseNumber(stored, id, register)
}
