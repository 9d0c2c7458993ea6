/** The adapters of the accounts thread. */
import { existsSync } from 'node:fs'
import { listEmails, readEmail } from '../../adapters/mail/email-folder.ts'
import { frequentPasswords } from '../../adapters/passwords/frequent-passwords.ts'
import { ArgonPasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import { openAccountReader } from '../../adapters/sqlite/accounts/account-reader.ts'
import { SqliteAccountStore } from '../../adapters/sqlite/accounts/account-store.ts'
import { openAccountsDatabase } from '../../adapters/sqlite/accounts/accounts-database.ts'
import { SqliteCleanupStore } from '../../adapters/sqlite/accounts/cleanup-store.ts'
import { SqliteKeyStore } from '../../adapters/sqlite/accounts/key-store.ts'
import { SqliteOutbox } from '../../adapters/sqlite/accounts/outbox.ts'
import { openCountersReadOnly } from '../../adapters/sqlite/counters/counters-database.ts'
import { SqliteUsageStore } from '../../adapters/sqlite/counters/usage-store.ts'
import type { Database } from '../../adapters/sqlite/database/open-database.ts'
import { openLog } from '../../adapters/system/log.ts'
import type { Config } from '../../config/config.ts'
import type { AccountPorts } from '../../core/accounts/account-needs.ts'
import { Attempts } from '../../core/accounts/attempts.ts'
import type { CleanupStore } from '../../core/accounts/cleanup-store.ts'
import { secretFor } from '../../core/accounts/root-secret.ts'
import type { Site } from '../../core/accounts/site.ts'
import { isOpen } from '../../core/identity/account.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { EmailView, WholeEmail } from '../../core/notifications/email-view.ts'
import type { Mailer } from '../../core/notifications/mailer.ts'
import type { Outbox } from '../../core/notifications/outbox.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import type { Needs } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { UsageRow } from '../../core/usage/usage.ts'
import type { UsageQuestion } from '../../core/usage/usage-store.ts'
import { dataFiles } from '../data-folder.ts'
import { lazyPort } from './lazy-import.ts'
import { openMailer } from './mailer.ts'
import { type RootSecret, rootSecretOf } from './root-secret.ts'
import { clock, secrets } from './system.ts'

/** What the accounts thread is started with. */
export interface AccountsThreadData {
  readonly config: Config
  readonly site: Site
  readonly rootSecret: RootSecret
}

/** What the accounts thread works with. */
export interface AccountsAdapters extends Needs<'clock' | 'secrets'> {
  readonly log: ProcessLog
  readonly ports: AccountPorts
  readonly outbox: Outbox
  readonly cleanup: CleanupStore
  /** The e-mails of a server without an SMTP server. */
  readonly emailFolder: {
    list(): readonly EmailView[]
    read(id: string): WholeEmail | undefined
  }
  /** Opens the mailer; `written` is called for each e-mail that was written to the e-mail folder. */
  openMailer(written: (email: RenderedEmail, path: string) => void): Mailer
}

/**
 * Opens the adapters, which creates or migrates the accounts file.
 *
 * @throws {Failure} `service_unavailable` if there is no root secret.
 */
export function openAccountsAdapters({ config, site, rootSecret }: AccountsThreadData): AccountsAdapters {
  const files = dataFiles(config.dataDir)
  const log = openLog(config.logLevel, 0)
  const db = openAccountsDatabase(files.accounts, clock.nowMs())
  return {
    clock,
    secrets,
    log,
    ports: portsOver(db, config.dataDir, site, rootSecretOf(rootSecret)),
    outbox: new SqliteOutbox(db),
    cleanup: new SqliteCleanupStore(db),
    emailFolder: {
      list: () => listEmails(files.mail),
      read: (id) => readEmail(files.mail, id),
    },
    openMailer: (written) => openMailer(config, site, written),
  }
}

function portsOver(db: Database, dataDir: string, site: Site, secret: string): AccountPorts {
  const { accounts: path, counters } = dataFiles(dataDir)
  const accounts = new SqliteAccountStore(db)
  const passwords = new ArgonPasswordHasher()
  const isOpenAccount = (id: string) => {
    const account = accounts.account(id as AccountId)
    return account !== undefined && isOpen(account)
  }
  return {
    clock,
    secrets,
    accounts,
    accountReader: openAccountReader(path),
    keys: new SqliteKeyStore(db),
    usage: { rows: (question) => usageRows(counters, question), close: () => undefined },
    passwords,
    commonPasswords: frequentPasswords(),
    linkSecret: secretFor('links', secret),
    sessionSecret: secretFor('sessions', secret),
    attempts: new Attempts(),
    site,
    // Loaded at the first use: a server that nobody signs in to saves 0.3 s of CPU time at its start, and 30
    // MB.
    credentials: lazyPort(async () => {
      const { BetterAuthCredentials } = await import('../../adapters/auth/credentials.ts')
      const { authTables } = await import('../../adapters/sqlite/accounts/auth-tables.ts')
      return new BetterAuthCredentials({
        clock,
        secrets,
        tables: authTables(db),
        hasher: passwords,
        isOpen: isOpenAccount,
        publicUrl: new URL(site.publicUrl),
        secret: secretFor('sign-in', secret),
        sessionSecret: secretFor('sessions', secret),
      })
    }),
  }
}

/**
 * Reads usage for exports. The counters file is opened for each read; it does not exist before a server's
 * first start.
 */
function usageRows(path: string, question: UsageQuestion): readonly UsageRow[] {
  if (!existsSync(path)) return []
  const usage = new SqliteUsageStore(openCountersReadOnly(path))
  try {
    return usage.rows(question)
  } finally {
    usage.close()
  }
}
