/** The contract of every mailer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mailer } from '../../src/core/notifications/mailer.ts'
import { linkAddress, type RenderedEmail, renderEmail } from '../../src/core/notifications/render-email.ts'
import { EVIL, exampleEmail, exampleEmails } from '../fixtures/example-emails.ts'
import type { Mail } from '../journeys/mailbox.ts'

/** The public URL in the e-mails of the tests. */
export const PUBLIC_URL = 'https://suche.example'

/** A mailer with a function that reads what it delivered. */
export interface MailerPlace {
  readonly mailer: Mailer
  /** What arrived, in the order of sending. */
  arrived(): readonly Mail[]
  close(): Promise<void>
}

/** Returns a rendered e-mail of the kind. */
export function exampleMail(kind: Parameters<typeof exampleEmail>[0] = 'confirm'): RenderedEmail {
  return renderEmail(exampleEmail(kind), PUBLIC_URL, linkAddress(PUBLIC_URL, 'sign_up', 'T'.repeat(43)))
}

/** Registers the tests of a mailer. */
export function mailerContract(name: string, open: () => Promise<MailerPlace>): void {
  const within = async (step: (place: MailerPlace) => Promise<void>) => {
    const place = await open()
    try {
      await step(place)
    } finally {
      await place.mailer.close()
      await place.close()
    }
  }

  test(`${name}: every kind of e-mail is delivered in both languages as it was rendered`, () =>
    within(async ({ mailer, arrived }) => {
      const emails = exampleEmails().map((one) => renderEmail(one, PUBLIC_URL, `${PUBLIC_URL}/reset#T`))
      for (const email of emails) assert.deepEqual(await mailer.send(email), { kind: 'sent' })
      const mails = arrived()
      assert.equal(mails.length, emails.length)
      for (const [at, email] of emails.entries()) {
        const mail = mails[at]!
        assert.equal(mail.subject, email.subject)
        assert.equal(mail.text.trimEnd(), email.text.trimEnd())
        assert.equal(mail.html.trimEnd(), email.html.trimEnd())
      }
    }))

  test(`${name}: an e-mail has its sender, its id and a header that marks it as generated`, () =>
    within(async ({ mailer, arrived }) => {
      const email = exampleMail()
      await mailer.send(email)
      const { headers } = arrived()[0]!
      assert.equal(headers.get('from'), 'Firmensuche <post@suche.example>')
      assert.equal(headers.get('to'), 'ida@example.com')
      assert.equal(headers.get('message-id'), `<${email.id}@suche.example>`)
      assert.equal(headers.get('auto-submitted'), 'auto-generated')
      assert.equal(headers.get('content-language'), 'de')
    }))

  test(`${name}: no user input becomes a header of the e-mail`, () =>
    within(async ({ mailer, arrived }) => {
      const plain = exampleMail('new_key')
      // As if a subject had come through unread.
      await mailer.send({ ...plain, subject: `Key ${EVIL}` })
      await mailer.send(plain)
      for (const { headers, raw } of arrived()) {
        assert.deepEqual(
          [...headers.keys()].filter((header) => !KNOWN_HEADERS.includes(header)),
          [],
        )
        assert.ok(!/^bcc:/im.test(raw))
      }
    }))
}

const KNOWN_HEADERS = [
  'auto-submitted',
  'x-auto-response-suppress',
  'content-language',
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  // Written by the server of the recipient.
  'received',
]
