/**
 * E-mails over a real mail server on loopback: how many a second, and how long after a mail server came back the
 * first that waited arrives.
 *
 *   node bench/mail.ts [--outages 10] [--emails 500]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SmtpMailer } from '../src/adapters/mail/smtp-mailer.ts'
import { insertEmail } from '../src/adapters/sql/accounts/email-rows.ts'
import { SqlOutbox } from '../src/adapters/sql/accounts/outbox.ts'
import { openAccountsDatabase } from '../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemClock } from '../src/adapters/system/clock.ts'
import { MailSender } from '../src/server/threads/mail-sender.ts'
import { exampleEmail } from '../test/fixtures/example-emails.ts'
import { Mailbox } from '../test/journeys/mailbox.ts'

const { values } = parseArgs({
  options: {
    outages: { type: 'string', default: '10' },
    emails: { type: 'string', default: '500' },
  },
})
/** Outages end at different moments between two looks of the sender. */
const OUTAGE_MS = 1000
const OUTAGE_STEP_MS = 370

const folder = mkdtempSync(join(tmpdir(), 'bench-mail-'))
const database = openAccountsDatabase(join(folder, 'accounts.sqlite'), 1)
const mailbox = new Mailbox()
await mailbox.start()
const sender = new MailSender(
  {
    outbox: new SqlOutbox(database),
    mailer: new SmtpMailer(mailbox.url, { from: 'post@suche.example', host: 'suche.example' }),
    clock: systemClock,
    linkToken: () => 'T'.repeat(43),
    unsubscribeToken: (watch) => watch,
    publicUrl: 'https://suche.example',
  },
  (error) => console.error(error),
)
const write = () => insertEmail(database.tables, exampleEmail('new_sign_in', { atMs: systemClock.nowMs() }))

const emails = Number(values.emails)
for (let i = 0; i < emails; i++) await write()
const startMs = performance.now()
sender.wake()
for (let i = 0; i < emails; i++) await mailbox.next()
const tookS = (performance.now() - startMs) / 1000
console.log(`${emails} e-mails in ${tookS.toFixed(1)} s, ${Math.round(emails / tookS)} a second`)

const times: number[] = []
for (let i = 0; i < Number(values.outages); i++) {
  await mailbox.stop()
  await write()
  sender.wake()
  await wait(OUTAGE_MS + i * OUTAGE_STEP_MS)
  const backMs = performance.now()
  await mailbox.start()
  await mailbox.next()
  times.push((performance.now() - backMs) / 1000)
}
const sorted = times.toSorted((a, b) => a - b)
const median = sorted[Math.floor(sorted.length / 2)]!
console.log(
  `${sorted.length} outages: the first e-mail ${median.toFixed(1)} s after the end (median), ${sorted.at(-1)!.toFixed(1)} s (longest)`,
)

await sender.close()
await mailbox.stop()
await database.close()
rmSync(folder, { recursive: true })
