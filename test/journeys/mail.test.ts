/** The sending of e-mails, from the row over a real mail server to a mailbox, with every fault. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import { insertEmail } from '../../src/adapters/sql/accounts/email-rows.ts'
import { SqlOutbox } from '../../src/adapters/sql/accounts/outbox.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { EMAIL_LIFE_MS } from '../../src/core/notifications/email.ts'
import type { Mailer, Sending } from '../../src/core/notifications/mailer.ts'
import { RETRY_AFTER_MS } from '../../src/core/notifications/retry.ts'
import { type SendingNeeds, sendEmails } from '../../src/core/notifications/send-emails.ts'
import { MailSender } from '../../src/server/threads/mail-sender.ts'
import { handClock } from '../api/hand-clock.ts'
import { exampleEmail } from '../fixtures/example-emails.ts'
import { BRIEF } from '../thorough.ts'
import { Mailbox } from './mailbox.ts'
import { Member, PASSWORD, tokenOf } from './member.ts'
import { importedFolder, makeKey, ONE_THREAD, run, search, startServer } from './program.ts'

const PUBLIC_URL = 'https://suche.example'
const SENDER = { from: 'Firmensuche <post@suche.example>', host: 'suche.example' }
const TOKEN = 'Tok3n'.repeat(8)

/** Opens an outbox in a file, a mailer, and the mailbox that receives its e-mails. */
async function openSetup() {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'))
  const database = openAccountsDatabase(join(folder, 'accounts.sqlite'), 1)
  const db = database.file
  const mailbox = new Mailbox()
  await mailbox.start()
  const clock = handClock()
  const faults: unknown[] = []
  const needs: SendingNeeds = {
    outbox: new SqlOutbox(database),
    mailer: new SmtpMailer(mailbox.url, SENDER),
    clock,
    linkToken: () => TOKEN,
    unsubscribeToken: (watch) => `${watch}.code`,
    publicUrl: PUBLIC_URL,
  }
  return {
    folder,
    database,
    db,
    mailbox,
    clock,
    needs,
    faults,
    send: () =>
      sendEmails(
        needs,
        () => false,
        (error) => faults.push(error),
      ),
    write: (recipient: string, matter = recipient) =>
      insertEmail(
        database.tables,
        exampleEmail('new_sign_in', { recipient, matter, atMs: clock.nowMs(), language: 'en' }),
      ),
    states: () => db.prepare('SELECT state, tries FROM emails ORDER BY number').raw().all(),
    close: async () => {
      await needs.mailer.close()
      await mailbox.stop()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The same mailer, and what became of its first e-mail. */
function watched(inner: Mailer) {
  const { promise: first, resolve } = Promise.withResolvers<Sending>()
  const mailer: Mailer = {
    async send(email) {
      const sending = await inner.send(email)
      resolve(sending)
      return sending
    },
    probe: () => inner.probe(),
    close: () => inner.close(),
  }
  return { mailer, first }
}

type Setup = Awaited<ReturnType<typeof openSetup>>

async function withSetup(step: (setup: Setup) => Promise<void>): Promise<void> {
  const setup = await openSetup()
  try {
    await step(setup)
  } finally {
    await setup.close()
  }
}

test('a request that is repeated a hundred times sends one e-mail', () =>
  withSetup(async ({ write, send, mailbox }) => {
    for (let i = 0; i < 100; i++) await write('ida@example.com', 'the same')
    assert.deepEqual(await Promise.all([send()]), ['none_due'])
    assert.equal(await send(), 'none_due')
    assert.equal(mailbox.mails.length, 1)
    assert.deepEqual(mailbox.mails[0]!.to, ['ida@example.com'])
  }))

test('a temporarily refused e-mail is tried eight times at the documented times, and then fails', () =>
  withSetup(async ({ write, send, mailbox, clock, states }) => {
    mailbox.refuse('RCPT', 451)
    await write('ida@example.com')
    assert.equal(await send(), 'none_due')
    for (const [at, afterMs] of RETRY_AFTER_MS.entries()) {
      clock.pass(afterMs - 1)
      await send()
      assert.equal(mailbox.tries, at + 1)
      clock.pass(1)
      await send()
      assert.equal(mailbox.tries, at + 2)
    }
    assert.equal(mailbox.tries, 8)
    assert.deepEqual(states(), [['failed', 7]])
    clock.pass(EMAIL_LIFE_MS)
    await send()
    assert.equal(mailbox.tries, 8)
  }))

test('a permanently refused e-mail fails at once, and the next one is sent', () =>
  withSetup(async ({ write, send, mailbox, states }) => {
    await write('nobody@example.com')
    mailbox.refuse('DATA', 550)
    await send()
    mailbox.refuse('DATA', undefined)
    await write('ida@example.com')
    await send()
    assert.deepEqual(states(), [
      ['failed', 0],
      ['sent', 0],
    ])
    assert.deepEqual(
      mailbox.mails.flatMap(({ to }) => to),
      ['ida@example.com'],
    )
  }))

test('no try is counted while the mail server is unreachable, and all e-mails are sent when it is back', () =>
  withSetup(async ({ write, send, mailbox, clock, states }) => {
    await mailbox.stop()
    for (const name of ['ida', 'jo', 'kim']) await write(`${name}@example.com`)
    for (let hours = 0; hours < 23; hours++) {
      assert.equal(await send(), 'unreachable')
      clock.pass(3_600_000)
    }
    assert.ok(states().every((state) => String(state) === 'waiting,0'))
    await mailbox.start()
    assert.equal(await send(), 'none_due')
    assert.equal(new Set(mailbox.mails.map(({ to }) => to[0])).size, 3)
    assert.equal(mailbox.mails.length, 3)
  }))

test('an e-mail is given up when it is 24 hours old, to the millisecond', () =>
  withSetup(async ({ write, send, mailbox, clock, states }) => {
    await write('ida@example.com')
    clock.pass(1)
    await write('jo@example.com')
    clock.pass(EMAIL_LIFE_MS - 1)
    await send()
    assert.deepEqual(states(), [
      ['failed', 0],
      ['sent', 0],
    ])
    assert.deepEqual(
      mailbox.mails.flatMap(({ to }) => to),
      ['jo@example.com'],
    )
  }))

test('an e-mail that was accepted but not recorded as sent before a crash is sent again with the same Message-ID', () =>
  withSetup(async ({ write, send, mailbox, needs }) => {
    await write('ida@example.com')
    const { outbox } = needs
    const dying = Object.assign(Object.create(outbox) as typeof outbox, {
      due: outbox.due.bind(outbox),
      settle: () => {
        throw new Error('dead')
      },
    })
    await assert.rejects(
      sendEmails(
        { ...needs, outbox: dying },
        () => false,
        () => {},
      ),
      /dead/,
    )
    await send()
    assert.equal(mailbox.mails.length, 2)
    assert.equal(mailbox.mails[0]!.headers.get('message-id'), mailbox.mails[1]!.headers.get('message-id'))
  }))

test('an e-mail that cannot be rendered fails and is logged, and delays no other', () =>
  withSetup(async ({ db, write, send, mailbox, states, faults }) => {
    await write('ida@example.com')
    db.prepare("UPDATE emails SET kind = 'of another version'").run()
    await write('jo@example.com')
    assert.equal(await send(), 'none_due')
    assert.deepEqual(states(), [
      ['failed', 0],
      ['sent', 0],
    ])
    assert.deepEqual(
      mailbox.mails.flatMap(({ to }) => to),
      ['jo@example.com'],
    )
    assert.equal(faults.length, 1)
  }))

test('the token of a link is in the e-mail, and in no file', () =>
  withSetup(async ({ database, db, folder, send, mailbox, clock }) => {
    const expiresAtMs = clock.nowMs() + 1_800_000
    db.prepare(
      `INSERT INTO links (id, kind, token_hash, nonce, email, name, language, made_by, created_at_ms, expires_at_ms)
       VALUES ('lnk_1', 'reset', x'00', x'01', 'ida@example.com', '', 'de', 'system', 0, ?)`,
    ).run(expiresAtMs)
    const link = { id: 'lnk_1', expiresAtMs }
    await insertEmail(database.tables, exampleEmail('reset', { atMs: clock.nowMs(), link }))
    await send()
    assert.deepEqual(mailbox.mails[0]!.links, [`${PUBLIC_URL}/reset#${TOKEN}`])
    for (const name of readdirSync(folder)) {
      assert.ok(!readFileSync(join(folder, name), 'latin1').includes(TOKEN), name)
    }
  }))

test('an e-mail whose link was used meanwhile is no longer sent', () =>
  withSetup(async ({ database, db, send, mailbox, clock, states }) => {
    db.prepare(
      `INSERT INTO links (id, kind, token_hash, nonce, email, name, language, made_by, created_at_ms, expires_at_ms, ended_at_ms)
       VALUES ('lnk_1', 'reset', x'00', x'01', 'ida@example.com', '', 'de', 'system', 0, ?, 1)`,
    ).run(clock.nowMs() + 1_800_000)
    const link = { id: 'lnk_1', expiresAtMs: clock.nowMs() + 1_800_000 }
    await insertEmail(database.tables, exampleEmail('reset', { atMs: clock.nowMs(), link }))
    await send()
    assert.equal(mailbox.tries, 0)
    assert.deepEqual(states(), [['expired', 0]])
  }))

test('the mail sender detects that the mail server is back, and sends the waiting e-mails without a restart', () =>
  withSetup(async ({ write, mailbox, needs }) => {
    const port = mailbox.port
    await mailbox.stop()
    await write('ida@example.com')
    const failures: unknown[] = []
    const { mailer, first } = watched(needs.mailer)
    const sender = new MailSender({ ...needs, mailer }, (error) => failures.push(error))
    try {
      assert.equal((await first).kind, 'unreachable')
      await mailbox.start()
      assert.equal(mailbox.port, port)
      assert.deepEqual((await mailbox.next()).to, ['ida@example.com'])
      await write('jo@example.com')
      sender.wake()
      assert.deepEqual((await mailbox.next()).to, ['jo@example.com'])
    } finally {
      await sender.close()
    }
    assert.deepEqual(failures, [])
    assert.equal(mailbox.mails.length, 2)
  }))

test('a server works normally while its mail server is unreachable, and its e-mails arrive when that is back', {
  skip: BRIEF,
}, async (t) => {
  const mailbox = new Mailbox()
  await mailbox.start()
  t.after(() => mailbox.stop())
  const env = { ...ONE_THREAD, SMTP_URL: mailbox.url, MAIL_FROM: 'post@suche.example' }
  await mailbox.stop()
  const dataDir = await importedFolder(t)
  const server = await startServer(t, dataDir, env)
  const ida = new Member(server.url)
  const signUp = () => ida.post('/auth/sign-up', { email: 'ida@example.com', password: PASSWORD, name: '' })
  assert.equal((await signUp()).status, 202)
  const { key } = await makeKey(dataDir)
  assert.equal((await search(server.url, key, { name: 'Bau' })).status, 200)
  const status = async () => (await run(['status', '--data-dir', dataDir])).out
  // Asking again is the waiting: for the first try.
  while (!/^e-mails +1 waiting, .*ECONNREFUSED$/m.test(await status()));
  await mailbox.start()
  const mail = await mailbox.next()
  assert.deepEqual(mail.to, ['ida@example.com'])
  const confirmed = await ida.post('/auth/sign-up/confirm', { token: tokenOf(mail.links[0]!) })
  assert.equal(confirmed.status, 200)
  assert.equal(await ida.isSignedIn(), true)
  assert.equal(mailbox.mails.length, 1)
})
