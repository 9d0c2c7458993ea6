/**
 * The accounts thread: it signs users up and in, hashes passwords and sends e-mail. No other thread handles
 * passwords.
 */
import { existsSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
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
import { systemClock } from '../../adapters/system/clock.ts'
import { openLog } from '../../adapters/system/log.ts'
import { systemSecrets } from '../../adapters/system/secrets.ts'
import type { Config } from '../../config/config.ts'
import { answerWith } from '../../control/rpc.ts'
import type { AccountPorts } from '../../core/accounts/account-needs.ts'
import { Attempts } from '../../core/accounts/attempts.ts'
import { linkToken } from '../../core/accounts/link.ts'
import { secretFor } from '../../core/accounts/root-secret.ts'
import { offerSetUp, setUpAddress } from '../../core/accounts/set-up-operator.ts'
import type { Site } from '../../core/accounts/site.ts'
import { tellFailures } from '../../core/accounts/tell-failures.ts'
import type { CommandTable, Handlers } from '../../core/command.ts'
import { Failure } from '../../core/failure.ts'
import { isOpen } from '../../core/identity/account.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { sendAgain } from '../../core/notifications/send-again.ts'
import type { UsageRow } from '../../core/usage/usage.ts'
import type { UsageQuestion } from '../../core/usage/usage-store.ts'
import { accountCommands, operatorAccountCommands } from '../commands/account-commands.ts'
import type { AccountsThreadCommands, PassedCommands } from '../commands/thread-commands.ts'
import { loadedLater } from '../compose/lazy-import.ts'
import { type RootSecret, rootSecretOf } from '../compose/root-secret.ts'
import { dataFiles } from '../data-folder.ts'
import { startAccountsJobs } from './accounts-jobs.ts'
import { MailSender, openMailer } from './mail-sender.ts'
import { answerAsThread, stopAnswering } from './thread.ts'

/** What the accounts thread is started with. */
export interface AccountsThreadData {
  readonly config: Config
  readonly site: Site
  readonly rootSecret: RootSecret
}

/** Commands that may queue e-mails. */
type WakingCommands = Omit<PassedCommands, 'emails' | 'email'>

const DAY_MS = 86_400_000
/** Interval at which failed passwords are written to the histories of their accounts, in ms. */
const TELL_EVERY_MS = 60_000

const { config, site, rootSecret } = workerData as AccountsThreadData
const files = dataFiles(config.dataDir)
const log = openLog(config.logLevel, 0)

const db = openAccountsDatabase(files.accounts, systemClock.nowMs())
const ports = portsOver(db, rootSecretOf(rootSecret))
const outbox = new SqliteOutbox(db)
const sender = new MailSender(
  {
    outbox,
    mailer: openMailer(config, site, tellPlace),
    clock: systemClock,
    linkToken: (link) => linkToken(ports.linkSecret, link),
    publicUrl: site.publicUrl,
  },
  failed,
)

const endAccountsJobs = startAccountsJobs({
  cleanup: new SqliteCleanupStore(db),
  clock: systemClock,
  secrets: systemSecrets,
  retentionMs: config.retentionDays * DAY_MS,
  emailsWait: () => sender.wake(),
  failed,
})
const telling = setInterval(tell, TELL_EVERY_MS)

answerAsThread<AccountsThreadCommands>({
  ...wakingAfter<WakingCommands>({
    ...accountCommands(ports),
    ...operatorAccountCommands(ports),
    sendAgain: (params) => sendAgain({ outbox, clock: systemClock }, params),
  }),
  offerSetUp: () => {
    const code = offerSetUp(ports)
    return code && setUpAddress(site.publicUrl, code)
  },
  emails: () => listEmails(files.mail),
  email: ({ id }) => {
    const email = readEmail(files.mail, id)
    if (email === undefined) throw new Failure('not_found', 'There is no such e-mail.')
    return email
  },
  open: () => undefined,
  wake: () => sender.wake(),
  close: async () => {
    clearInterval(telling)
    tell()
    endAccountsJobs()
    await sender.close()
    stopAnswering()
  },
})

/** Logs the path of an e-mail in the folder. The recipient's address is logged only at level debug. */
function tellPlace({ id, to }: RenderedEmail, path: string): void {
  log.warn({}, `An e-mail lies in ${path}`)
  log.debug({ id, to }, 'whom the e-mail is for')
}

function failed(error: unknown): void {
  log.error({ error: String((error as Error).stack) }, 'work of the accounts thread failed')
}

function tell(): void {
  try {
    tellFailures(ports)
  } catch (error) {
    failed(error)
  }
}

/**
 * Reads usage for exports. The counters file is opened for each read; it does not exist before a server's
 * first start.
 */
function usageRows(question: UsageQuestion): readonly UsageRow[] {
  if (!existsSync(files.counters)) return []
  const usage = new SqliteUsageStore(openCountersReadOnly(files.counters))
  try {
    return usage.rows(question)
  } finally {
    usage.close()
  }
}

function portsOver(accountsDb: Database, secret: string): AccountPorts {
  const accounts = new SqliteAccountStore(accountsDb)
  const passwords = new ArgonPasswordHasher()
  const isOpenAccount = (id: string) => {
    const account = accounts.account(id as AccountId)
    return account !== undefined && isOpen(account)
  }
  return {
    clock: systemClock,
    secrets: systemSecrets,
    accounts,
    accountReader: openAccountReader(files.accounts),
    keys: new SqliteKeyStore(accountsDb),
    usage: { rows: usageRows, close: () => undefined },
    passwords,
    commonPasswords: frequentPasswords(),
    linkSecret: secretFor('links', secret),
    sessionSecret: secretFor('sessions', secret),
    attempts: new Attempts(),
    site,
    // Loaded at the first use: a server that nobody signs in to saves 0.3 s of CPU time at its start, and 30
    // MB.
    credentials: loadedLater(async () => {
      const { BetterAuthCredentials } = await import('../../adapters/auth/credentials.ts')
      const { authTables } = await import('../../adapters/sqlite/accounts/auth-tables.ts')
      return new BetterAuthCredentials({
        clock: systemClock,
        secrets: systemSecrets,
        tables: authTables(accountsDb),
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
 * Wraps the handlers so that each one wakes the mail sender when it is done, as most of them queue an e-mail.
 */
function wakingAfter<Table extends CommandTable>(handlers: Handlers<Table>): Handlers<Table> {
  const answer = answerWith(handlers)
  const waking = Object.keys(handlers).map((name) => [
    name,
    async (params: unknown) => {
      const result = await answer(name, params, () => {})
      sender.wake()
      return result
    },
  ])
  // The names are those of the handlers, and each returns the result of its handler.
  return Object.fromEntries(waking) as Handlers<Table>
}
