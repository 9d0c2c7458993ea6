/** Rows of `audit`: written in the transaction of the change that they describe, read newest first. */

import type { Selectable } from 'kysely'
import type { AuditEntry, AuditEvent, NewAuditEntry } from '../../../core/identity/audit.ts'
import type { AccountId, Actor } from '../../../core/identity/ids.ts'
import type { Accounts, AuditTable } from './accounts-tables.ts'

/** Adds an entry. Call it inside a transaction: it begins none of its own. */
export async function insertAudit(
  tables: Accounts,
  { trace, account, event, subject, detail }: NewAuditEntry,
): Promise<void> {
  await tables
    .insertInto('audit')
    .values({
      at_ms: trace.atMs,
      account_id: account ?? null,
      actor: trace.actor,
      event,
      subject,
      detail: JSON.stringify(detail),
      address: trace.address,
      device: trace.device,
    })
    .execute()
}

/** Converts a row to an entry. */
export function auditEntryOf(row: Selectable<AuditTable>): AuditEntry {
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
