import type { DueEmail } from '../../../core/notifications/outbox.ts'
import { SENDING_MS_MAX } from '../../../core/notifications/outbox.ts'
import { findDueEmail, nextEmail, SqlOutbox } from '../../sql/accounts/outbox.ts'

/**
 * The outbox that the senders of several nodes share. The sender that takes an e-mail moves its time ahead, so
 * that it is due again only if the sender neither settles nor postpones it.
 */
export class PostgresOutbox extends SqlOutbox {
  override async due(nowMs: number): Promise<DueEmail | undefined> {
    const { tables } = this.database
    const taken = await tables
      .updateTable('emails')
      .set({ due_at_ms: nowMs + SENDING_MS_MAX })
      // Not `IN`: some plans run a subquery of it for each row, and take an e-mail each time.
      .where('number', '=', nextEmail(tables, nowMs).forUpdate().skipLocked())
      .returning('number')
      .executeTakeFirst()
    return taken && findDueEmail(tables, taken.number, nowMs)
  }
}
