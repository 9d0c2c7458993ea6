/** What was imported when, and how it ended. */
import type { ImportRecord } from '../../../core/company/company-store.ts'
import type { Database } from '../database/open-database.ts'

interface ImportRow {
  readonly number: number
  readonly started_at_ms: number
  readonly ended_at_ms: number | null
  readonly files: string
  readonly counts: string
  readonly state: string
  readonly said: string
}

/** What the writer before left open was cut off. */
export function noteStoppedImports(db: Database): void {
  db.exec("UPDATE imports SET state = 'stopped' WHERE state = 'running'")
}

/** Answers the number of the record. */
export function beginImport(db: Database, files: readonly string[], nowMs: number): number {
  const { lastInsertRowid } = db
    .prepare(
      "INSERT INTO imports (started_at_ms, files, counts, state, said) VALUES (?, ?, '{}', 'running', '')",
    )
    .run(nowMs, JSON.stringify(files))
  return Number(lastInsertRowid)
}

export function endImport(
  db: Database,
  number: number,
  { state, counts, said, endedAtMs }: Pick<ImportRecord, 'state' | 'counts' | 'said' | 'endedAtMs'>,
): void {
  db.prepare('UPDATE imports SET ended_at_ms = ?, state = ?, counts = ?, said = ? WHERE number = ?').run(
    endedAtMs ?? null,
    state,
    JSON.stringify(counts),
    said,
    number,
  )
}

/** The last ones first. */
export function importRecords(db: Database, limit: number): readonly ImportRecord[] {
  const rows = db.prepare('SELECT * FROM imports ORDER BY number DESC LIMIT ?').all(limit) as ImportRow[]
  return rows.map((row) => ({
    number: row.number,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms ?? undefined,
    files: JSON.parse(row.files) as string[],
    counts: JSON.parse(row.counts) as Record<string, number>,
    state: row.state as ImportRecord['state'],
    said: row.said,
  }))
}
