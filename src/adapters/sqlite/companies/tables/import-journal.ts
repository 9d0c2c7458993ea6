/** The journal of imports: their time, their files and how they ended. */
import type { ImportEnd, ImportRecord } from '../../../../core/company/company-store.ts'
import type { Database } from '../../database/open-database.ts'

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

/** The JSON of a row about rejected rows and files that could not be read. */
type Problems = Pick<ImportRecord, 'reasons' | 'rejects' | 'faults'>

const NO_PROBLEMS: Problems = { reasons: {}, rejects: null, faults: [] }

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
export function endImport(
  db: Database,
  number: number,
  { state, counts, said, endedAtMs, reasons, rejects, faults }: ImportEnd,
): void {
  const wrong: Problems = { reasons, rejects, faults }
  db.prepare(
    'UPDATE imports SET ended_at_ms = ?, state = ?, counts = ?, said = ?, wrong = ? WHERE number = ?',
  ).run(endedAtMs ?? null, state, JSON.stringify(counts), said, JSON.stringify(wrong), number)
}

/** Returns the last imports, newest first. */
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
    ...NO_PROBLEMS,
    ...(JSON.parse(row.wrong) as Partial<Problems>),
  }))
}
