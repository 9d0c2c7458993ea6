/** The entries of companies. */
import type { EntryNote, StoredEntries } from '../../../company-rows/save/stored-companies.ts'
import type { Database } from '../../database/open-database.ts'

/** Prepares the statements. */
export function storedEntries(db: Database): StoredEntries {
  const noteOf = db.prepare(
    'SELECT as_of AS asOf, content FROM company_sources WHERE company_id = ? AND source = ? AND source_key = ?',
  )
  const upsert = db.prepare(
    `INSERT INTO company_sources (company_id, source, source_key, as_of, content) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET as_of = excluded.as_of, content = excluded.content`,
  )
  const remove = db.prepare(
    'DELETE FROM company_sources WHERE company_id = ? AND source = ? AND source_key = ?',
  )
  const removeAll = db.prepare('DELETE FROM company_sources WHERE company_id = ?')
  const copyLater = db.prepare(
    `INSERT INTO company_sources (company_id, source, source_key, as_of, content)
     SELECT ?, source, source_key, as_of, content FROM company_sources WHERE company_id = ?
     ON CONFLICT DO UPDATE SET as_of = excluded.as_of, content = excluded.content
       WHERE excluded.as_of > company_sources.as_of`,
  )
  return {
    noteOf: (id, { source, sourceKey }) => noteOf.get(id, source, sourceKey) as EntryNote | undefined,
    put: (id, { source, sourceKey, asOf }, content) => void upsert.run(id, source, sourceKey, asOf, content),
    remove: (id, { source, sourceKey }) => void remove.run(id, source, sourceKey),
    removeAll: (id) => void removeAll.run(id),
    move(from, into) {
      copyLater.run(into, from)
      removeAll.run(from)
    },
  }
}
