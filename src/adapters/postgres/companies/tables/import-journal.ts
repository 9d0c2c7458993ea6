/** The journal of imports: their time, their files and how they ended. */
import type { ImportEnd, ImportRecord } from '../../../../core/company/company-store.ts'
import { endColumns, type ImportRow, importRecordOf } from '../../../company-rows/rows/log-rows.ts'
import type { Statements } from '../../database/statements.ts'

/** Marks the imports that the previous writer left open as stopped. */
export async function noteStoppedImports(statements: Statements): Promise<void> {
  await statements.run("UPDATE imports SET state = 'stopped' WHERE state = 'running'")
}

/** Adds a running import; returns the number of the record. */
export async function beginImport(
  statements: Statements,
  files: readonly string[],
  nowMs: number,
): Promise<number> {
  const row = await statements.first<{ number: number }>(
    `INSERT INTO imports (number, started_at_ms, files, counts, state, said, wrong)
     SELECT coalesce(max(number), 0) + 1, $1, $2, '{}', 'running', '', '{}' FROM imports RETURNING number`,
    [nowMs, JSON.stringify(files)],
  )
  return row!.number
}

/** Records the end of an import. */
export async function endImport(statements: Statements, number: number, end: ImportEnd): Promise<void> {
  await statements.run(
    'UPDATE imports SET ended_at_ms = $1, state = $2, counts = $3, said = $4, wrong = $5 WHERE number = $6',
    [...endColumns(end), number],
  )
}

/** Returns the last imports, newest first. */
export async function importRecords(statements: Statements, limit: number): Promise<readonly ImportRecord[]> {
  const rows = await statements.all<ImportRow>('SELECT * FROM imports ORDER BY number DESC LIMIT $1', [limit])
  return rows.map(importRecordOf)
}
