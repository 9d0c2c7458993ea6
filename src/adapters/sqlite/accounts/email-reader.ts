import type { EmailReader } from '../../../core/notifications/outbox.ts'
import { openDatabase } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { SqliteOutbox } from './outbox.ts'

/**
 * Opens the accounts file read-only for its e-mails; the file must exist.
 *
 * @throws {Failure} `service_unavailable` if it cannot be read.
 */
export function openEmailReader(path: string): EmailReader & { close(): void } {
  const db = onStorage(path, () => openDatabase(path, { readOnly: true, synchronous: 'FULL' }))
  const outbox = new SqliteOutbox(db)
  return {
    counts: () => outbox.counts(),
    list: (state, limit) => outbox.list(state, limit),
    close: () => db.close(),
  }
}
