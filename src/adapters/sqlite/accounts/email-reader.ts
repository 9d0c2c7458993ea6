import type { EmailReader } from '../../../core/notifications/outbox.ts'
import { openDatabase } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { SqliteOutbox } from './outbox.ts'

/** Opens the accounts file to look at its letters only; it must be there. @throws Failure `service_unavailable` when it cannot be read. */
export function openEmailReader(path: string): EmailReader & { close(): void } {
  const db = onStorage(path, () => openDatabase(path, { readOnly: true, synchronous: 'FULL' }))
  const outbox = new SqliteOutbox(db)
  return {
    counts: () => outbox.counts(),
    list: (state, limit) => outbox.list(state, limit),
    close: () => db.close(),
  }
}
