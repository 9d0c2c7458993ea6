/** A letter as a message for mail programs, the same over SMTP and in a folder. */
import type { SendMailOptions } from 'nodemailer'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'

/** Of the house that sends. */
export interface Sender {
  /** `Name <address>` or an address. */
  readonly from: string
  /** Right side of the Message-ID. */
  readonly host: string
}

/** The name behind MAIL_FROM's address goes into the header only; SMTP is told the address. */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

export function messageOf(newEmail: RenderedEmail, { from, host }: Sender): SendMailOptions {
  return {
    messageId: `<${newEmail.id}@${host}>`,
    date: new Date(newEmail.atMs),
    from,
    to: { name: '', address: newEmail.to },
    envelope: { from: addressOf(from), to: [newEmail.to] },
    subject: newEmail.subject,
    text: newEmail.text,
    html: newEmail.html,
    textEncoding: 'quoted-printable',
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': newEmail.language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
