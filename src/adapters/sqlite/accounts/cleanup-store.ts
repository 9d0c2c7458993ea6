import type {
  CleanupStore,
  EndingKey,
  PurgeCount,
  PurgeLimits,
} from '../../../core/accounts/cleanup-store.ts'
import { networkOf } from '../../../core/accounts/device.ts'
import { IDLE_MS, STAYING_IDLE_MS } from '../../../core/accounts/session.ts'
import type { Language } from '../../../core/identity/account.ts'
import type { AccountId, KeyId } from '../../../core/identity/ids.ts'
import type { NewEmail } from '../../../core/notifications/email.ts'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { insertEmail } from './email-rows.ts'

interface EndingKeyRow {
  readonly id: string
  readonly name: string
  readonly visible_start: string
  readonly account: string
  readonly email: string
  readonly language: string
  readonly created_at_ms: number
  readonly expires_at_ms: number
}

/**
 * The statements of `purgeExpired` by kind of data. `@now`, `@iso` = now as ISO text, `@kept` and `@personal`
 * are from `PurgeLimits`. Links are deleted after the rows that refer to them.
 */
const PURGES: Readonly<Record<keyof PurgeCount, readonly string[]>> = {
  audit: ['DELETE FROM audit WHERE at_ms < @kept'],
  addresses: [
    `UPDATE audit SET address = network_of(address)
     WHERE at_ms < @personal AND address <> '' AND address NOT LIKE '%/%'`,
  ],
  emails: [
    'DELETE FROM emails WHERE settled_at_ms < @kept',
    `UPDATE emails SET recipient = '', data = '{}' WHERE settled_at_ms < @personal AND recipient <> ''`,
  ],
  links: [
    'UPDATE links SET password_hash = NULL WHERE expires_at_ms <= @now AND password_hash IS NOT NULL',
    `UPDATE emails SET link_id = NULL WHERE state <> 'waiting'
       AND link_id IN (SELECT id FROM links WHERE expires_at_ms < @personal)`,
    `DELETE FROM links WHERE expires_at_ms < @personal
       AND NOT EXISTS (SELECT 1 FROM emails WHERE link_id = links.id)`,
  ],
  sessions: [
    `DELETE FROM sessions WHERE expires_at <= @iso
       OR seen_at_ms <= @now - CASE WHEN stays = 1 THEN ${STAYING_IDLE_MS} ELSE ${IDLE_MS} END`,
  ],
  challenges: [
    'DELETE FROM challenges WHERE expires_at <= @iso',
    'DELETE FROM spent_codes WHERE expires_at_ms <= @now',
  ],
  devices: ['DELETE FROM devices WHERE last_seen_ms < @kept'],
}

/** The cleanup store over the accounts file; see `openAccountsDatabase`. Its opener closes the database. */
export class SqliteCleanupStore implements CleanupStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
    db.function('network_of', { deterministic: true }, (address) => networkOf(String(address)))
  }

  expiringKeys(afterMs: number, byMs: number): readonly EndingKey[] {
    const rows = this.#on((db) =>
      db
        .prepare(
          `SELECT keys.id, keys.name, visible_start, account, email, language, created_at_ms, expires_at_ms
           FROM keys JOIN accounts ON accounts.id = keys.account
           WHERE expires_at_ms > ? AND expires_at_ms <= ? AND ends_at_ms IS NULL AND revoked_at_ms IS NULL
             AND email IS NOT NULL AND disabled_at_ms IS NULL
           ORDER BY keys.number`,
        )
        .all(afterMs, byMs),
    ) as EndingKeyRow[]
    return rows.map(endingKeyOf)
  }

  addEmails(emails: readonly NewEmail[]): number {
    return this.#inOne((db) => emails.filter((email) => insertEmail(db, email)).length)
  }

  purgeExpired({ nowMs, keptFromMs, personalFromMs }: PurgeLimits): PurgeCount {
    const limits = {
      now: nowMs,
      iso: new Date(nowMs).toISOString(),
      kept: keptFromMs,
      personal: personalFromMs,
    }
    return this.#inOne((db) => {
      const count = (statements: readonly string[]) =>
        statements.reduce((sum, sql) => sum + db.prepare(sql).run(named(sql, limits)).changes, 0)
      const counts = Object.entries(PURGES).map(([name, statements]) => [name, count(statements)])
      return Object.fromEntries(counts) as PurgeCount
    })
  }

  #on<Result>(step: (db: Database) => Result): Result {
    return onStorage(this.#db.name, () => step(this.#db))
  }

  /** Runs the step in one transaction. */
  #inOne<Result>(step: (db: Database) => Result): Result {
    return this.#on((db) => db.transaction(() => step(db)).immediate())
  }
}

/** Returns the parameters that the statement has; SQLite refuses others. */
function named(sql: string, parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => sql.includes(`@${name}`)))
}

function endingKeyOf(row: EndingKeyRow): EndingKey {
  return {
    id: row.id as KeyId,
    name: row.name,
    visibleStart: row.visible_start,
    account: row.account as AccountId,
    email: row.email,
    language: row.language as Language,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  }
}
