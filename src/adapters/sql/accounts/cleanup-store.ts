import type {
  CleanupStore,
  EndingKey,
  PurgeCount,
  PurgeLimits,
} from '../../../core/accounts/cleanup-store.ts'
import type { Language } from '../../../core/identity/account.ts'
import type { AccountId, KeyId } from '../../../core/identity/ids.ts'
import type { NewEmail } from '../../../core/notifications/email.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { AccountsTables } from './accounts-tables.ts'
import { insertEmail } from './email-rows.ts'
import {
  purgeAudit,
  purgeChallenges,
  purgeDevices,
  purgeEmails,
  purgeLinks,
  purgeSessions,
  shortenAddresses,
} from './purges.ts'

/** The cleanup store. Its opener closes the database. */
export class SqlCleanupStore implements CleanupStore {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  async expiringKeys(afterMs: number, byMs: number): Promise<readonly EndingKey[]> {
    const rows = await this.#database.tables
      .selectFrom('keys')
      .innerJoin('accounts', 'accounts.id', 'keys.account')
      .select([
        'keys.id',
        'keys.name',
        'visible_start',
        'account',
        'language',
        'created_at_ms',
        'expires_at_ms',
      ])
      .select('email')
      .where('expires_at_ms', '>', afterMs)
      .where('expires_at_ms', '<=', byMs)
      .where('ends_at_ms', 'is', null)
      .where('revoked_at_ms', 'is', null)
      .where('email', 'is not', null)
      .where('disabled_at_ms', 'is', null)
      .orderBy('keys.number')
      .$narrowType<{ email: string; expires_at_ms: number }>()
      .execute()
    return rows.map((row) => ({
      id: row.id as KeyId,
      name: row.name,
      visibleStart: row.visible_start,
      account: row.account as AccountId,
      email: row.email,
      language: row.language as Language,
      createdAtMs: row.created_at_ms,
      expiresAtMs: row.expires_at_ms,
    }))
  }

  addEmails(emails: readonly NewEmail[]): Promise<number> {
    return this.#database.forAccount(undefined, async (tables) => {
      let added = 0
      for (const email of emails) if (await insertEmail(tables, email)) added++
      return added
    })
  }

  purgeExpired(limits: PurgeLimits): Promise<PurgeCount> {
    return this.#database.forAccount(undefined, async (tables) => ({
      audit: await purgeAudit(tables, limits),
      addresses: await shortenAddresses(tables, limits),
      emails: await purgeEmails(tables, limits),
      links: await purgeLinks(tables, limits),
      sessions: await purgeSessions(tables, limits),
      challenges: await purgeChallenges(tables, limits),
      devices: await purgeDevices(tables, limits),
    }))
  }
}
