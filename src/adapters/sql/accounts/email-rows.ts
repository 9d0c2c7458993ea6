/**
 * Rows of the table `emails`. Other stores insert them in the transaction of the change that the
 * e-mail reports.
 */
import type { NewEmail } from '../../../core/notifications/email.ts'
import type { Accounts } from './accounts-tables.ts'

/**
 * Queues an e-mail, which is sent as soon as the surrounding transaction is committed. A link that it refers
 * to must exist already.
 *
 * @returns false if an e-mail with the same `once` was queued before; nothing is changed then.
 */
export async function insertEmail(tables: Accounts, email: NewEmail): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('emails')
    .values({
      id: email.id,
      once: email.once,
      kind: email.kind,
      account_id: email.account ?? null,
      recipient: email.recipient,
      language: email.language,
      data: JSON.stringify(email.data),
      link_id: email.link ?? null,
      created_at_ms: email.createdAtMs,
      due_at_ms: email.createdAtMs,
      expires_at_ms: email.expiresAtMs,
      state: email.isVoid ? 'void' : 'waiting',
      settled_at_ms: email.isVoid ? email.createdAtMs : null,
    })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
