/** What the entries of companies with several of them tell, as texts. */
import type { SourceId } from '../../../../core/company/company.ts'
import type { StoredRecords } from '../../../company-rows/save/stored-companies.ts'
import type { Database } from '../../database/open-database.ts'

interface RecordRow {
  readonly source: SourceId
  readonly source_key: string
  readonly record: string
}

/** Prepares the statements. */
export function storedRecords(db: Database): StoredRecords {
  const all = db.prepare('SELECT source, source_key, record FROM entry_records WHERE company_id = ?')
  const one = db
    .prepare('SELECT record FROM entry_records WHERE company_id = ? AND source = ? AND source_key = ?')
    .pluck()
  const upsert = db.prepare(
    `INSERT INTO entry_records (company_id, source, source_key, record) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET record = excluded.record`,
  )
  const remove = db.prepare(
    'DELETE FROM entry_records WHERE company_id = ? AND source = ? AND source_key = ?',
  )
  const removeAll = db.prepare('DELETE FROM entry_records WHERE company_id = ?')
  return {
    of: (id) =>
      (all.all(id) as RecordRow[]).map(({ source, source_key, record }) => ({
        entry: { source, sourceKey: source_key },
        text: record,
      })),
    textOf: (id, { source, sourceKey }) => one.get(id, source, sourceKey) as string | undefined,
    put: (id, { source, sourceKey }, text) => void upsert.run(id, source, sourceKey, text),
    remove: (id, { source, sourceKey }) => void remove.run(id, source, sourceKey),
    removeAll: (id) => void removeAll.run(id),
  }
}
