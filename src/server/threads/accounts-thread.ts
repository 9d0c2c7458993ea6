/**
 * The accounts thread: it signs users up and in, hashes passwords and sends e-mail. No other thread handles
 * passwords.
 */
import { workerData } from 'node:worker_threads'
import { answerWith } from '../../control/rpc.ts'
import { linkToken } from '../../core/accounts/link.ts'
import { recordFailures } from '../../core/accounts/record-failures.ts'
import { offerSetUp, setUpAddress } from '../../core/accounts/set-up-operator.ts'
import type { CommandTable, Handlers } from '../../core/command.ts'
import { Failure } from '../../core/failure.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { sendAgain } from '../../core/notifications/send-again.ts'
import { RepeatedFaults } from '../../core/outage-log.ts'
import { unsubscribeToken } from '../../core/watching/unsubscribe.ts'
import { accountCommands, operatorAccountCommands } from '../commands/account-commands.ts'
import type { AccountsThreadCommands, PassedCommands } from '../commands/thread-commands.ts'
import { type AccountsThreadData, openAccountsAdapters } from '../compose/accounts-thread.ts'
import { repeatJob } from '../repeat-job.ts'
import { startAccountsJobs } from './accounts-jobs.ts'
import { MailSender } from './mail-sender.ts'
import { answerAsThread, stopAnswering } from './thread.ts'

/** Commands that may queue e-mails. */
type WakingCommands = Omit<PassedCommands, 'emails' | 'email'>

const DAY_MS = 86_400_000
/** Interval at which failed passwords are written to the histories of their accounts, in ms. */
const RECORD_EVERY_MS = 60_000

/** For a passive server: e-mails stay queued. */
const NO_SENDER: Pick<MailSender, 'wake' | 'close'> = { wake: () => {}, close: async () => {} }

const data = workerData as AccountsThreadData
const { config, site } = data
const { clock, secrets, log, ports, outbox, cleanup, emailFolder, openMailer, unsubscribeSecret } =
  await openAccountsAdapters(data)
const faults = new RepeatedFaults({ log, clock })
const sender = config.passive === 'on' ? NO_SENDER : startSender()

const endAccountsJobs = startAccountsJobs({
  cleanup,
  clock,
  secrets,
  retentionMs: config.retentionDays * DAY_MS,
  emailsQueued: () => sender.wake(),
  failed,
})
const endRecording = repeatJob(recordFailedSignIns, RECORD_EVERY_MS)

answerAsThread<AccountsThreadCommands>({
  ...wakingAfter<WakingCommands>({
    ...accountCommands(ports),
    ...operatorAccountCommands(ports),
    sendAgain: (params) => sendAgain({ outbox, clock }, params),
  }),
  offerSetUp: async () => {
    const code = await offerSetUp(ports)
    return code && setUpAddress(site.publicUrl, code)
  },
  emails: () => emailFolder.list(),
  email: ({ id }) => {
    const email = emailFolder.read(id)
    if (email === undefined) throw new Failure('not_found', 'There is no such e-mail.')
    return email
  },
  open: () => undefined,
  wake: () => sender.wake(),
  close: async () => {
    await endRecording()
    await recordFailedSignIns()
    await endAccountsJobs()
    await sender.close()
    stopAnswering()
  },
})

function startSender(): MailSender {
  return new MailSender(
    {
      outbox,
      mailer: openMailer(logPath),
      clock,
      linkToken: (link) => linkToken(ports.linkSecret, link),
      unsubscribeToken: (watch) => unsubscribeToken(unsubscribeSecret, watch),
      publicUrl: site.publicUrl,
    },
    failed,
  )
}

/** Logs the path of an e-mail in the folder. The recipient's address is logged only at level debug. */
function logPath({ id, to }: RenderedEmail, path: string): void {
  log.warn({}, `An e-mail was written to ${path}`)
  log.debug({ id, to }, 'recipient of the e-mail')
}

function failed(error: unknown): void {
  faults.note(error, 'a job of the accounts thread failed')
}

async function recordFailedSignIns(): Promise<void> {
  try {
    await recordFailures(ports)
  } catch (error) {
    failed(error)
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
