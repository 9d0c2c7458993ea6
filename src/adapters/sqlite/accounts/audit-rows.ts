/** Rows of `audit`: written in the transaction of the change that they describe, read newest first. */

import type { AuditEntry, AuditEvent, NewAuditEntry } from '../../../core/identity/audit.ts'
import type { AccountId, Actor } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'

/** A row of `audit`. */
export interface AuditRow {
  readonly number: number
  readonly at_ms: number
  readonly account_id: string | null
  readonly actor: string
  readonly event: string
  readonly subject: string
  readonly detail: string
  readonly address: string
  readonly device: string
}

/** Adds an entry. Call it inside a transaction: it begins none of its own. */
export function insertAudit(db: Database, { trace, account, event, subject, detail }: NewAuditEntry): void {
  db.prepare(
    `INSERT INTO audit (at_ms, account_id, actor, event, subject, detail, address, device)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    trace.atMs,
    account ?? null,
    trace.actor,
    event,
    subject,
    JSON.stringify(detail),
    trace.address,
    trace.device,
  )
}

/** Converts a row to an entry. */
export function auditEntryOf(row: AuditRow): AuditEntry {
  return {
    number: row.number,
    atMs: row.at_ms,
    actor: row.actor as Actor,
    account: (row.account_id ?? undefined) as AccountId | undefined,
    event: row.event as AuditEvent,
    subject: row.subject,
    detail: JSON.parse(row.detail) as AuditEntry['detail'],
    address: row.address,
    device: row.device,
  }
}
