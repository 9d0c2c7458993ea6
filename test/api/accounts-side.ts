/**
 * The handlers of the accounts thread in the thread of the test: the same use cases on the same file, with
 * the clock of the test.
 */
import { dirname, join } from 'node:path'
import { BetterAuthCredentials } from '../../src/adapters/auth/credentials.ts'
import { listEmails, readEmail } from '../../src/adapters/mail/email-folder.ts'
import { frequentPasswords } from '../../src/adapters/passwords/frequent-passwords.ts'
import { ArgonPasswordHasher } from '../../src/adapters/passwords/password-hasher.ts'
import { SqlAccountReader } from '../../src/adapters/sql/accounts/account-reader.ts'
import { SqlAccountStore } from '../../src/adapters/sql/accounts/account-store.ts'
import type { AccountsTables } from '../../src/adapters/sql/accounts/accounts-tables.ts'
import { SqlAuditLog } from '../../src/adapters/sql/accounts/audit-log.ts'
import { SqlKeyStore } from '../../src/adapters/sql/accounts/key-store.ts'
import { SqlOutbox } from '../../src/adapters/sql/accounts/outbox.ts'
import { SqlWatchStore } from '../../src/adapters/sql/accounts/watch-store.ts'
import { SqlWebhookStore } from '../../src/adapters/sql/accounts/webhook-store.ts'
import { SqlUsageStore } from '../../src/adapters/sql/counters/usage-store.ts'
import type { SqlDatabase } from '../../src/adapters/sql/database/sql-database.ts'
import {
  openAccountsDatabase,
  openAccountsReadOnly,
} from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { openCountersReadOnly } from '../../src/adapters/sqlite/counters/counters-database.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { sendToHandlers } from '../../src/control/rpc.ts'
import type { KeyStore } from '../../src/core/access/key-store.ts'
import type { AccountPorts } from '../../src/core/accounts/account-needs.ts'
import type { AccountStore } from '../../src/core/accounts/account-store.ts'
import { Attempts } from '../../src/core/accounts/attempts.ts'
import type { PasswordHasher } from '../../src/core/accounts/password-hasher.ts'
import { offerSetUp } from '../../src/core/accounts/set-up-operator.ts'
import type { Site } from '../../src/core/accounts/site.ts'
import { Failure } from '../../src/core/failure.ts'
import { isOpen } from '../../src/core/identity/account.ts'
import type { NewAuditEntry } from '../../src/core/identity/audit.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'
import type { Outbox } from '../../src/core/notifications/outbox.ts'
import { sendAgain } from '../../src/core/notifications/send-again.ts'
import type { Clock } from '../../src/core/ports.ts'
import type { UsageReader } from '../../src/core/usage/usage-store.ts'
import { watchingJson } from '../../src/core/watching/export-watching.ts'
import { accountCommands, operatorAccountCommands } from '../../src/server/commands/account-commands.ts'
import type { AccountsThread } from '../../src/server/commands/dispatch.ts'
import type { AccountsThreadCommands } from '../../src/server/commands/thread-commands.ts'
import { onDemand } from '../fixtures/deferred-stores.ts'
import { LINK_SECRET, SESSION_SECRET, SIGN_IN_SECRET } from './test-secrets.ts'

/** Counts what it passes on. */
class CountingHasher implements PasswordHasher {
  readonly #inner = new ArgonPasswordHasher()
  count = 0

  hash(password: string): Promise<string> {
    this.count++
    return this.#inner.hash(password)
  }

  verify(stored: string, password: string): Promise<boolean> {
    this.count++
    return this.#inner.verify(stored, password)
  }
}

/** The commands of the accounts thread, with counters of its work. */
export interface AccountsSide extends AccountsThread {
  /** Into the history, from outside of every use case. */
  note(entry: NewAuditEntry): Promise<void>
  /** As the start of a server without operators makes one. */
  offerSetUp(): Promise<string | undefined>
  /** Passwords hashed or compared so far. */
  readonly hashes: () => number
  /** Rows written so far, by this side's connection. */
  readonly changes: () => number
  close(): Promise<void>
}

/** Opens the accounts file with all ports and handlers of the accounts thread. */
export function openAccountsSide(path: string, clock: Clock, site: Site): AccountsSide {
  const database = openAccountsDatabase(path, clock.nowMs())
  const db = database.file
  const hasher = new CountingHasher()
  const reader = onDemand(new SqlAccountReader(openAccountsReadOnly(path)))
  const usage = new SqlUsageStore(openCountersReadOnly(join(dirname(path), 'counters.sqlite')))
  const ports = {
    ...portsOver(database, hasher, clock, site),
    accountReader: reader,
    usage: onDemand<UsageReader>(usage),
  }
  const folder = join(dirname(path), 'mail')
  const send = sendToHandlers<AccountsThreadCommands>({
    ...accountCommands(ports),
    ...operatorAccountCommands(ports),
    sendAgain: (params) => sendAgain({ outbox: onDemand<Outbox>(new SqlOutbox(database)), clock }, params),
    emails: () => listEmails(folder),
    email: ({ id }) => {
      const email = readEmail(folder, id)
      if (email === undefined) throw new Failure('not_found', 'There is no such e-mail.')
      return email
    },
    offerSetUp: () => offerSetUp(ports),
    open: () => {},
    wake: () => {},
    close: () => {},
  })
  return {
    // As it arrives in another thread.
    send: async (name, params) => structuredClone(await send(name, structuredClone(params))),
    note: (entry) => new SqlAuditLog(database).note(entry),
    offerSetUp: () => offerSetUp(ports),
    hashes: () => hasher.count,
    changes: () => (db.prepare('SELECT total_changes() AS n').get() as { n: number }).n,
    async close() {
      await reader.close()
      await usage.close()
      await database.close()
    },
  }
}

function portsOver(
  database: SqlDatabase<AccountsTables>,
  passwords: PasswordHasher,
  clock: Clock,
  site: Site,
): Omit<AccountPorts, 'accountReader' | 'usage'> {
  const accounts = new SqlAccountStore(database)
  const isOpenAccount = async (id: string) => {
    const account = await accounts.account(id as AccountId)
    return account !== undefined && isOpen(account)
  }
  return {
    clock,
    secrets: systemSecrets,
    accounts: onDemand<AccountStore>(accounts),
    keys: onDemand<KeyStore>(new SqlKeyStore(database)),
    watching: (account) =>
      watchingJson(
        { watches: new SqlWatchStore(database), webhooks: new SqlWebhookStore(database) },
        account,
      ),
    passwords,
    commonPasswords: frequentPasswords(),
    linkSecret: LINK_SECRET,
    sessionSecret: SESSION_SECRET,
    attempts: new Attempts(),
    site,
    credentials: new BetterAuthCredentials({
      clock,
      secrets: systemSecrets,
      tables: database.tables,
      hasher: passwords,
      isOpen: isOpenAccount,
      publicUrl: new URL(site.publicUrl),
      secret: SIGN_IN_SECRET,
      sessionSecret: SESSION_SECRET,
    }),
  }
}
