import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listEmails, readEmail } from '../../src/adapters/mail/email-folder.ts'
import { FolderMailer } from '../../src/adapters/mail/folder-mailer.ts'
import { SmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import { Mailbox, type MailboxOptions, readMail } from '../journeys/mailbox.ts'
import { exampleMail, mailerContract } from './mailer.ts'

const SENDER = { from: 'Firmensuche <post@suche.example>', host: 'suche.example' }
const WEEK_MS = 7 * 86_400_000
const ANSWER_MS = 200

function openFolder(nowMs: () => number = Date.now) {
  const top = mkdtempSync(join(tmpdir(), 'emails-'))
  const folder = join(top, 'mail')
  const paths: string[] = []
  const mailer = new FolderMailer({
    folder,
    sender: SENDER,
    nowMs,
    written: (_email, path) => paths.push(path),
  })
  const remove = () => rmSync(top, { recursive: true })
  return { folder, paths, mailer, remove }
}

mailerContract('folder', async () => {
  const { paths, mailer, remove } = openFolder(() => 0)
  return {
    mailer,
    arrived: () =>
      paths.map((path) => ({
        ...readMail(readFileSync(path)),
        from: '',
        to: [],
        isSecure: false,
      })),
    close: async () => remove(),
  }
})

mailerContract('smtp', async () => {
  const mailbox = new Mailbox()
  await mailbox.start()
  const mailer = new SmtpMailer(mailbox.url, SENDER)
  return { mailer, arrived: () => mailbox.mails, close: () => mailbox.stop() }
})

test('e-mails in the folder are readable by its owner only, and listed as plain text', async () => {
  const { folder, paths, mailer, remove } = openFolder(() => 0)
  const email = exampleMail()
  await mailer.send(email)
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  assert.equal(statSync(paths[0]!).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder).length, 1)
  const view = { id: email.id, atMs: email.atMs, to: email.to, subject: email.subject, kind: 'confirm' }
  assert.deepEqual(listEmails(folder), [view])
  assert.deepEqual(readEmail(folder, email.id), {
    ...view,
    text: email.text,
    links: [`https://suche.example/confirm#${'T'.repeat(43)}`],
  })
  remove()
})

test('the folder returns only e-mails, for any requested id', async () => {
  const { folder, mailer, remove } = openFolder(() => 0)
  await mailer.send(exampleMail())
  writeFileSync(join(folder, 'secret.eml'), 'To: x\r\n\r\n')
  assert.equal(listEmails(folder).length, 1)
  for (const id of ['', 'secret', '../secret', 'ltr_1', '.eml'])
    assert.equal(readEmail(folder, id), undefined)
  assert.deepEqual(listEmails(join(folder, 'none')), [])
  remove()
})

test('an e-mail stays in the folder for a week', async () => {
  let nowMs = exampleMail().atMs
  const { folder, mailer, remove } = openFolder(() => nowMs)
  const first = exampleMail()
  await mailer.send(first)
  const sendAnother = async () => mailer.send({ ...exampleMail(), atMs: nowMs })
  nowMs += WEEK_MS - 1
  await sendAnother()
  assert.notEqual(readEmail(folder, first.id), undefined)
  nowMs += 1
  await sendAnother()
  assert.equal(readEmail(folder, first.id), undefined)
  assert.equal(listEmails(folder).length, 2)
  remove()
})

test('a folder that cannot be written is reported as an unreachable mailer', async () => {
  const { folder, mailer, remove } = openFolder()
  writeFileSync(folder, 'a file')
  assert.deepEqual(await mailer.send(exampleMail()), { kind: 'unreachable', code: 'EEXIST' })
  assert.deepEqual(await mailer.probe(), { kind: 'unreachable', code: 'EEXIST' })
  remove()
})

/** With a mailbox of these options and a mailer on `url`, which is the mailbox's unless given. */
async function onMailbox(
  options: MailboxOptions,
  step: (mailbox: Mailbox, mailer: SmtpMailer) => Promise<void>,
  urlOf: (mailbox: Mailbox) => string = (mailbox) => mailbox.url,
): Promise<void> {
  const mailbox = new Mailbox(options)
  await mailbox.start()
  const mailer = new SmtpMailer(urlOf(mailbox), SENDER)
  try {
    await step(mailbox, mailer)
  } finally {
    await mailer.close()
    await mailbox.stop()
  }
}

test('a refusal of the recipient or the text fails the e-mail: permanently with 5xx, temporarily with 4xx', () =>
  onMailbox({}, async (mailbox, mailer) => {
    for (const stage of ['RCPT', 'DATA'] as const) {
      mailbox.refuse(stage, 550)
      assert.deepEqual(await mailer.send(exampleMail()), { kind: 'refused', isPermanent: true, code: '550' })
      mailbox.refuse(stage, 451)
      assert.deepEqual(await mailer.send(exampleMail()), { kind: 'refused', isPermanent: false, code: '451' })
    }
    mailbox.refuse('DATA', undefined)
    assert.deepEqual(await mailer.send(exampleMail()), { kind: 'sent' })
  }))

test('no e-mail is sent to an address that contains commands or a second address', () =>
  onMailbox({}, async (mailbox, mailer) => {
    for (const to of [
      'ida@example.com\r\nRCPT TO:<x@evil.example>',
      'ida@example.com>\r\nDATA\r\n',
      'ida@example.com, x@evil.example',
      'Ida <x@evil.example>, ida@example.com',
    ]) {
      const refused = { kind: 'refused', isPermanent: true, code: '553' }
      assert.deepEqual(await mailer.send({ ...exampleMail(), to }), refused)
    }
    assert.equal(mailbox.tries, 0)
  }))

test('a server that refuses the sender, requires authentication or shuts down counts as unreachable, and fails no e-mail', () =>
  onMailbox({}, async (mailbox, mailer) => {
    for (const [stage, code] of [
      ['MAIL', 550],
      ['RCPT', 530],
      ['RCPT', 421],
    ] as const) {
      mailbox.refuse(stage, code)
      const sending = await mailer.send(exampleMail())
      assert.equal(sending.kind, 'unreachable', `${stage} ${code}`)
    }
  }))

test('an unreachable server is distinguished from one that answers, and sending resumes when it is back', () =>
  onMailbox({}, async (mailbox, mailer) => {
    assert.deepEqual(await mailer.send(exampleMail()), { kind: 'sent' })
    await mailbox.stop()
    assert.equal((await mailer.send(exampleMail())).kind, 'unreachable')
    assert.deepEqual(await mailer.probe(), { kind: 'unreachable', code: 'ECONNREFUSED' })
    await mailbox.start()
    assert.deepEqual(await mailer.probe(), { kind: 'sent' })
    assert.deepEqual(await mailer.send(exampleMail()), { kind: 'sent' })
    assert.equal(mailbox.mails.length, 2)
  }))

test('the credentials in the URL are used, and wrong ones fail no e-mail', async () => {
  const options = { user: 'server', password: 'päss:w@rd/%' }
  await onMailbox(options, async (mailbox, mailer) => {
    assert.deepEqual(await mailer.send(exampleMail()), { kind: 'sent' })
    assert.equal(mailbox.mails.length, 1)
  })
  await onMailbox(
    options,
    async (_mailbox, mailer) => {
      assert.deepEqual(await mailer.send(exampleMail()), { kind: 'unreachable', code: 'EAUTH 535' })
    },
    ({ port }) => `smtp://server:wrong@127.0.0.1:${port}`,
  )
})

test('to this machine e-mails are sent without TLS, with STARTTLS, and with implicit TLS', async () => {
  for (const [tls, isSecure] of [
    ['never', false],
    [undefined, true],
    ['always', true],
  ] as const) {
    await onMailbox(tls === undefined ? {} : { tls }, async (mailbox, mailer) => {
      assert.deepEqual(await mailer.send(exampleMail()), { kind: 'sent' })
      assert.equal(mailbox.mails[0]!.isSecure, isSecure)
    })
  }
})

/** An address that leads to this machine and does not look so: what is asked of servers elsewhere is asked here. */
const elsewhere =
  (protocol: string) =>
  ({ port }: Mailbox) =>
    `${protocol}://server:secret@0.0.0.0:${port}`

test('to other machines nothing is sent without TLS or with an invalid certificate', async () => {
  const cases = [
    ['never', 'smtp', 'ETLS 500'],
    [undefined, 'smtp', 'CERT_HAS_EXPIRED'],
    ['always', 'smtps', 'CERT_HAS_EXPIRED'],
  ] as const
  for (const [tls, protocol, code] of cases) {
    const options = { user: 'server', password: 'secret', ...(tls === undefined ? {} : { tls }) }
    await onMailbox(
      options,
      async (mailbox, mailer) => {
        assert.deepEqual(await mailer.send(exampleMail()), { kind: 'unreachable', code })
        assert.equal(mailbox.signIns, 0)
        assert.equal(mailbox.tries, 0)
      },
      elsewhere(protocol),
    )
  }
})

test('a server that accepts the connection and stays silent counts as unreachable', async () => {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const mailer = new SmtpMailer(`smtp://127.0.0.1:${port}`, SENDER, ANSWER_MS)
  assert.deepEqual(await mailer.send(exampleMail()), { kind: 'unreachable', code: 'ETIMEDOUT' })
  await mailer.close()
  server.close()
})
