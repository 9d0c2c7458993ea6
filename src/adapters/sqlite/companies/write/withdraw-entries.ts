/** Withdraws entries of a company. Call these inside a transaction. */
import type { Company } from '../../../../core/company/company.ts'
import type { EntryKey } from '../../../../core/company/company-writer.ts'
import { keyText } from '../../../../core/company/history.ts'
import { entryText } from '../../../../core/company/merge-names.ts'
import { releaseNumber } from './aliases.ts'
import { type EntryRecord, mergeEntries } from './entry-records.ts'
import type { SaveContext } from './save-context.ts'
import { deleteCompany, storedCompany, updateCompany } from './write-company.ts'

/** What became of the company of withdrawn entries. `kept`: it is not known what the other entries tell. */
export type Withdrawn = 'deleted' | 'changed' | 'kept'

/** Withdraws entries of a company, which becomes what its other entries tell; without any it is deleted. */
export function withdrawEntries(
  context: SaveContext,
  id: number,
  entries: readonly EntryKey[],
  nowMs: number,
): Withdrawn {
  const before = storedCompany(context, id)
  // Which company an LEI belongs to may follow from the withdrawn entries.
  for (const { lei } of before.leis) context.leiEntries.wake(lei)
  const withdrawn = new Set(entries.map(entryText))
  const left = before.sources.filter((source) => !withdrawn.has(entryText(source)))
  if (left.length === 0) {
    deleteCompany(context, id, before, nowMs)
    for (const { register } of [before, ...before.formerNumbers]) releaseNumber(context, id, register)
    return 'deleted'
  }
  const records = context.entryRecords
    .of(id, before)
    .filter(({ sources }) => sources.every((source) => !withdrawn.has(entryText(source))))
  const told = mergeEntries(records)
  // Entries of an older version have no record until they are imported again.
  if (told === undefined || records.length < left.length) return 'kept'
  for (const entry of entries) {
    context.statements.deleteSource.run(id, entry.source, entry.sourceKey)
    context.entryRecords.remove(id, entry)
  }
  if (left.length === 1) context.entryRecords.removeAll(id)
  context.leis.keepLeis(id, told.leiCodes, nowMs)
  const { leis, subsidiaries } = before
  updateCompany(context, id, { before, after: { ...told, leis, subsidiaries }, nowMs })
  releaseOthers(context, id, before, told)
  return 'changed'
}

/** Releases the former numbers that no entry tells any more. */
function releaseOthers(context: SaveContext, id: number, before: Company, told: EntryRecord): void {
  const kept = new Set(told.formerNumbers.map(({ register }) => keyText(register)))
  for (const { register } of before.formerNumbers)
    if (!kept.has(keyText(register))) releaseNumber(context, id, register)
}
