/** Suppressed companies: they stay stored, but readers of companies do not see them. */
import type { Suppression } from '../../../../core/company/company-store.ts'
import { isUuid } from '../../../company-rows/rows/company-rows.ts'
import { type SuppressionRow, suppressionOf } from '../../../company-rows/rows/log-rows.ts'
import type { Database } from '../../database/open-database.ts'
import { bytesOfUuid, textOfUuid } from './uuid-bytes.ts'

/**
 * SQL condition for rows of `companies` that are not suppressed. The table is nearly always empty or small.
 */
export const IS_SHOWN = 'NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.uuid = companies.uuid)'

/**
 * Suppresses a company and logs the change, so that every index leaves it out; returns whether it was shown
 * until now.
 */
export function suppress(db: Database, { uuid, reason, actor, atMs }: Suppression): boolean {
  if (!isUuid(uuid)) return false
  const bytes = bytesOfUuid(uuid)
  return db
    .transaction(() => {
      if (db.prepare(`SELECT 1 FROM companies WHERE uuid = ? AND ${IS_SHOWN}`).get(bytes) === undefined)
        return false
      db.prepare('INSERT INTO suppressions (uuid, reason, at_ms, actor) VALUES (?, ?, ?, ?)').run(
        bytes,
        reason,
        atMs,
        actor,
      )
      logChange(db, bytes, 'suppressed', atMs)
      return true
    })
    .immediate()
}

/** Ends a suppression; returns whether the company was suppressed. */
export function lift(db: Database, uuid: string, atMs: number): boolean {
  if (!isUuid(uuid)) return false
  const bytes = bytesOfUuid(uuid)
  return db
    .transaction(() => {
      if (db.prepare('DELETE FROM suppressions WHERE uuid = ?').run(bytes).changes === 0) return false
      logChange(db, bytes, 'changed', atMs)
      return true
    })
    .immediate()
}

/** Returns all suppressions, newest first. */
export function suppressions(db: Database): readonly Suppression[] {
  const rows = db.prepare('SELECT * FROM suppressions ORDER BY at_ms DESC, uuid').all() as (SuppressionRow & {
    readonly uuid: Buffer
  })[]
  return rows.map((row) => suppressionOf(row, textOfUuid(row.uuid)))
}

function logChange(db: Database, uuid: Buffer, kind: 'suppressed' | 'changed', atMs: number): void {
  db.prepare("INSERT INTO changes (uuid, kind, at_ms, fields) VALUES (?, ?, ?, '')").run(uuid, kind, atMs)
}
