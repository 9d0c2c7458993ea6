/** The adapters of the accounts thread. */
import { listEmails, readEmail } from '../../adapters/mail/email-folder.ts'
import { frequentPasswords } from '../../adapters/passwords/frequent-passwords.ts'
import { ArgonPasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import { SqlAccountReader } from '../../adapters/sql/accounts/account-reader.ts'
import { SqlAccountStore } from '../../adapters/sql/accounts/account-store.ts'
import type { AccountsTables } from '../../adapters/sql/accounts/accounts-tables.ts'
import { SqlCleanupStore } from '../../adapters/sql/accounts/cleanup-store.ts'
import { SqlKeyStore } from '../../adapters/sql/accounts/key-store.ts'
import { SqlWatchStore } from '../../adapters/sql/accounts/watch-store.ts'
import { SqlWebhookStore } from '../../adapters/sql/accounts/webhook-store.ts'
import { SqlUsageStore } from '../../adapters/sql/counters/usage-store.ts'
import type { SqlDatabase } from '../../adapters/sql/database/sql-database.ts'
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
import { watchingJson } from '../../core/watching/export-watching.ts'
import { dataFiles } from '../data-folder.ts'
import type { StorePlace } from '../store-place.ts'
import { openAccounts, openCounters, openOutbox } from './accounts.ts'
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
  /** The result of `secretFor('unsubscribe', …)`. */
  readonly unsubscribeSecret: string
  /** The e-mails of a server without an SMTP server. */
  readonly emailFolder: {
    list(): readonly EmailView[]
    read(id: string): WholeEmail | undefined
  }
  /** Opens the mailer; `written` is called for each e-mail that was written to the e-mail folder. */
  openMailer(written: (email: RenderedEmail, path: string) => void): Mailer
}

/**
 * Opens the adapters, which creates or migrates the accounts.
 *
 * @throws {Failure} `service_unavailable` if there is no root secret.
 */
export async function openAccountsAdapters({
  config,
  site,
  rootSecret,
}: AccountsThreadData): Promise<AccountsAdapters> {
  const files = dataFiles(config.dataDir)
  const log = openLog(config.logLevel, 0)
  const database = await openAccounts(config)
  return {
    clock,
    secrets,
    log,
    ports: portsOver(database, config, site, rootSecretOf(rootSecret)),
    outbox: await openOutbox(config, database),
    cleanup: new SqlCleanupStore(database),
    unsubscribeSecret: secretFor('unsubscribe', rootSecretOf(rootSecret)),
    emailFolder: {
      list: () => listEmails(files.mail),
      read: (id) => readEmail(files.mail, id),
    },
    openMailer: (written) => openMailer(config, site, written),
  }
}

function portsOver(
  database: SqlDatabase<AccountsTables>,
  place: StorePlace,
  site: Site,
  secret: string,
): AccountPorts {
  const accounts = new SqlAccountStore(database)
  const passwords = new ArgonPasswordHasher()
  const isOpenAccount = async (id: string) => {
    const account = await accounts.account(id as AccountId)
    return account !== undefined && isOpen(account)
  }
  return {
    clock,
    secrets,
    accounts,
    accountReader: new SqlAccountReader(database),
    keys: new SqlKeyStore(database),
    usage: { rows: (question) => usageRows(place, question), close: () => undefined },
    watching: (account) =>
      watchingJson(
        { watches: new SqlWatchStore(database), webhooks: new SqlWebhookStore(database) },
        account,
      ),
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
      return new BetterAuthCredentials({
        clock,
        secrets,
        tables: database.tables,
        hasher: passwords,
        isOpen: isOpenAccount,
        publicUrl: new URL(site.publicUrl),
        secret: secretFor('sign-in', secret),
        sessionSecret: secretFor('sessions', secret),
      })
    }),
  }
}

/** Reads usage for exports. It is opened for each read, and created if no server was started yet. */
async function usageRows(place: StorePlace, question: UsageQuestion): Promise<readonly UsageRow[]> {
  const usage = new SqlUsageStore(await openCounters(place))
  try {
    return await usage.rows(question)
  } finally {
    await usage.close()
  }
}
