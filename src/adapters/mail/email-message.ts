/** A letter as a message for mail programs, the same over SMTP and in a folder. */
import type { SendMailOptions } from 'nodemailer'
import type { RenderedLetter } from '../../core/notifications/render-email.ts'

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

export function messageOf(letter: RenderedLetter, { from, host }: Sender): SendMailOptions {
  return {
    messageId: `<${letter.id}@${host}>`,
    date: new Date(letter.atMs),
    from,
    to: { name: '', address: letter.to },
    envelope: { from: addressOf(from), to: [letter.to] },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    textEncoding: 'quoted-printable',
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': letter.language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
