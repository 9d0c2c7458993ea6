import type { NewAuditEntry } from '../../../core/identity/audit.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { insertAudit } from './audit-rows.ts'

/** The audit log for changes that are stored elsewhere, such as suppressions. Its opener closes the database. */
export class SqlAuditLog {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  /**
   * Adds an entry.
   *
   * @throws {Failure} `service_unavailable` if it cannot be written.
   */
  note(entry: NewAuditEntry): Promise<void> {
    return insertAudit(this.#database.tables, entry)
  }
}
