/** Suppressed companies: they stay stored, but readers of companies do not see them. */
import type { Suppression } from '../../../../core/company/company-store.ts'
import { type SuppressionRow, suppressionOf } from '../../../company-rows/rows/log-rows.ts'
import type { Statements } from '../../database/statements.ts'

/**
 * SQL condition for rows of `companies` that are not suppressed. The table is nearly always empty or small.
 */
export const IS_SHOWN = 'NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.uuid = companies.uuid)'

/** Returns all suppressions, newest first. */
export async function suppressions(statements: Statements): Promise<readonly Suppression[]> {
  const rows = await statements.all<SuppressionRow & { readonly uuid: string }>(
    'SELECT * FROM suppressions ORDER BY at_ms DESC, uuid',
  )
  return rows.map((row) => suppressionOf(row, row.uuid))
}

/**
 * Suppresses a company and logs the change, so that every index leaves it out; returns whether it was shown
 * until now. Call it inside a transaction.
 */
export async function suppress(
  statements: Statements,
  { uuid, reason, actor, atMs }: Suppression,
): Promise<boolean> {
  const inserted = await statements.run(
    `INSERT INTO suppressions (uuid, reason, at_ms, actor)
     SELECT uuid, $2, $3, $4 FROM companies WHERE uuid = $1 AND ${IS_SHOWN}`,
    [uuid, reason, atMs, actor],
  )
  if (inserted > 0) await logChange(statements, uuid, 'suppressed', atMs)
  return inserted > 0
}

/** Ends a suppression; returns whether the company was suppressed. Call it inside a transaction. */
export async function lift(statements: Statements, uuid: string, atMs: number): Promise<boolean> {
  const deleted = await statements.run('DELETE FROM suppressions WHERE uuid = $1', [uuid])
  if (deleted > 0) await logChange(statements, uuid, 'changed', atMs)
  return deleted > 0
}

async function logChange(
  statements: Statements,
  uuid: string,
  kind: 'suppressed' | 'changed',
  atMs: number,
): Promise<void> {
  await statements.run(
    `INSERT INTO changes (sequence, uuid, kind, at_ms, fields)
     SELECT coalesce(max(sequence), 0) + 1, $1, $2, $3, '' FROM changes`,
    [uuid, kind, atMs],
  )
}
