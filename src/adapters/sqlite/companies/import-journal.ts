/** What was imported when, and how it ended. */
import type { ImportEnd, ImportRecord } from '../../../core/company/company-store.ts'
import type { Database } from '../database/open-database.ts'

interface ImportRow {
  readonly number: number
  readonly started_at_ms: number
  readonly ended_at_ms: number | null
  readonly files: string
  readonly counts: string
  readonly state: string
  readonly said: string
  readonly wrong: string
}

/** What a row keeps as JSON of rejected rows and of files that could not be read. */
type Wrong = Pick<ImportRecord, 'reasons' | 'rejects' | 'faults'>

const NOTHING_WRONG: Wrong = { reasons: {}, rejects: null, faults: [] }

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
  { state, counts, said, endedAtMs, reasons, rejects, faults }: ImportEnd,
): void {
  const wrong: Wrong = { reasons, rejects, faults }
  db.prepare(
    'UPDATE imports SET ended_at_ms = ?, state = ?, counts = ?, said = ?, wrong = ? WHERE number = ?',
  ).run(endedAtMs ?? null, state, JSON.stringify(counts), said, JSON.stringify(wrong), number)
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
    ...NOTHING_WRONG,
    ...(JSON.parse(row.wrong) as Partial<Wrong>),
  }))
}
