import type { NewAuditEntry } from '../../../core/identity/audit.ts'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { insertAudit } from './audit-rows.ts'

/**
 * The audit log for changes that are stored outside the accounts file, such as suppressions. It owns the
 * database and closes it.
 */
export class SqliteAuditLog {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Adds an entry.
   *
   * @throws {Failure} `service_unavailable` if it cannot be written.
   */
  note(entry: NewAuditEntry): void {
    onStorage(this.#db.name, () => insertAudit(this.#db, entry))
  }

  close(): void {
    this.#db.close()
  }
}
