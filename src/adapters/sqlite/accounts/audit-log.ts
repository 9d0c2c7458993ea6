import type { NewAuditEntry } from '../../../core/identity/audit.ts'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { insertAudit } from './audit-rows.ts'

/** Entries of what does not stand in the accounts file itself, such as which companies are shown. The database belongs to it from then on. */
export class SqliteAuditLog {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** @throws Failure `service_unavailable` when it cannot be written. */
  note(entry: NewAuditEntry): void {
    onStorage(this.#db.name, () => insertAudit(this.#db, entry))
  }

  close(): void {
    this.#db.close()
  }
}
