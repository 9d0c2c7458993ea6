/** Separates entries from the company that they were joined with. Call it inside a transaction. */
import type { Company, CompanyId } from '../../../../core/company/company.ts'
import { companyUuid } from '../../../../names/reading/company-uuid.ts'
import { bytesOfUuid, textOfUuid } from '../tables/company-rows.ts'
import { type EntryRecord, mergeEntries, recordOf } from './entry-records.ts'
import type { SaveContext } from './save-context.ts'
import { withdrawEntries } from './withdraw-entries.ts'
import { insertCompany, storedCompany } from './write-company.ts'

/**
 * Makes the entries of a company that have this key a company of its own again, as if they had never been joined; the other one
 * is deleted if no entry is left. A suppression covers both.
 *
 * @returns the id of the company of the entries; `undefined` if there are none, `kept` if it is not known what each entry tells.
 */
export function separateEntries(
  context: SaveContext,
  from: number,
  key: Buffer,
  nowMs: number,
): number | 'kept' | undefined {
  const before = storedCompany(context, from)
  const records = before.sources.length === 1 ? [recordOf(before)] : context.entryRecords.of(from, before)
  if (records.length < before.sources.length) return 'kept'
  const taken = records.filter(({ register }) => bytesOfUuid(companyUuid(register)).equals(key))
  const told = mergeEntries(taken)
  if (told === undefined) return undefined
  const { leiCodes, ...facts } = told
  context.statements.deleteAlias.run(key)
  const uuid = textOfUuid(key) as CompanyId
  const id = insertCompany(context, { ...facts, uuid, leis: [], subsidiaries: 0, updatedAtMs: nowMs }, key)
  context.ids.add(key, id)
  copyEntries(context, from, id, taken)
  context.leis.copyLeis(from, id, leiCodes)
  copySuppression(context, before, key)
  context.statements.logChange.run(key, 'created', nowMs, '')
  withdrawEntries(
    context,
    from,
    taken.flatMap(({ sources }) => sources),
    nowMs,
  )
  return id
}

/** Copies entries, and moves the ids that they have in their lists. */
function copyEntries(
  { db, statements, entryRecords }: SaveContext,
  from: number,
  to: number,
  records: readonly EntryRecord[],
) {
  const copy = db.prepare(
    `INSERT INTO company_sources (company_id, source, source_key, as_of, content)
     SELECT ?, source, source_key, as_of, content FROM company_sources
     WHERE company_id = ? AND source = ? AND source_key = ?`,
  )
  for (const record of records) {
    for (const { source, sourceKey } of record.sources) {
      copy.run(to, from, source, sourceKey)
      if (records.length > 1) entryRecords.add(to, { source, sourceKey }, record)
      const alias = bytesOfUuid(companyUuid({ country: '', type: 'list', source, id: sourceKey }))
      if (statements.idOfSame.get(alias) === from) statements.upsertSame.run(alias, to)
    }
  }
}

function copySuppression({ db }: SaveContext, { uuid }: Company, key: Buffer): void {
  db.prepare(
    'INSERT OR IGNORE INTO suppressions (uuid, reason, at_ms, actor) SELECT ?, reason, at_ms, actor FROM suppressions WHERE uuid = ?',
  ).run(key, bytesOfUuid(uuid))
}
