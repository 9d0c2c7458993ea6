/**
 * Rows of the table `emails`. Other stores insert them in the transaction of the change that the
 * e-mail reports.
 */
import type { NewEmail } from '../../../core/notifications/email.ts'
import type { Database } from '../database/open-database.ts'

/**
 * Queues an e-mail, which is sent as soon as the surrounding transaction is committed. A link that it refers
 * to must exist already.
 *
 * @returns false if an e-mail with the same `once` was queued before; nothing is changed then.
 */
export function insertEmail(db: Database, email: NewEmail): boolean {
  const { changes } = db
    .prepare(
      `INSERT INTO emails (
        id, once, kind, account_id, recipient, language, data, link_id,
        created_at_ms, due_at_ms, expires_at_ms, state, settled_at_ms
      ) VALUES (
        @id, @once, @kind, @account_id, @recipient, @language, @data, @link_id,
        @created_at_ms, @created_at_ms, @expires_at_ms, @state, @settled_at_ms
      ) ON CONFLICT (once) DO NOTHING`,
    )
    .run({
      id: email.id,
      once: email.once,
      kind: email.kind,
      account_id: email.account ?? null,
      recipient: email.recipient,
      language: email.language,
      data: JSON.stringify(email.data),
      link_id: email.link ?? null,
      created_at_ms: email.createdAtMs,
      expires_at_ms: email.expiresAtMs,
      state: email.isVoid ? 'void' : 'waiting',
      settled_at_ms: email.isVoid ? email.createdAtMs : null,
    })
  return changes === 1
}
