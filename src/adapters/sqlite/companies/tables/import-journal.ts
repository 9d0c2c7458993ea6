/** The journal of imports: their time, their files and how they ended. */
import type { ImportEnd, ImportRecord } from '../../../../core/company/company-store.ts'
import { endColumns, type ImportRow, importRecordOf } from '../../../company-rows/rows/log-rows.ts'
import type { Database } from '../../database/open-database.ts'

/** Marks the imports that the previous writer left open as stopped. */
export function noteStoppedImports(db: Database): void {
  db.exec("UPDATE imports SET state = 'stopped' WHERE state = 'running'")
}

/** Adds a running import; returns the number of the record. */
export function beginImport(db: Database, files: readonly string[], nowMs: number): number {
  const { lastInsertRowid } = db
    .prepare(
      "INSERT INTO imports (started_at_ms, files, counts, state, said) VALUES (?, ?, '{}', 'running', '')",
    )
    .run(nowMs, JSON.stringify(files))
  return Number(lastInsertRowid)
}

/** Records the end of an import. */
export function endImport(db: Database, number: number, end: ImportEnd): void {
  db.prepare(
    'UPDATE imports SET ended_at_ms = ?, state = ?, counts = ?, said = ?, wrong = ? WHERE number = ?',
  ).run(...endColumns(end), number)
}

/** Returns the last imports, newest first. */
export function importRecords(db: Database, limit: number): readonly ImportRecord[] {
  const rows = db.prepare('SELECT * FROM imports ORDER BY number DESC LIMIT ?').all(limit) as ImportRow[]
  return rows.map(importRecordOf)
}
