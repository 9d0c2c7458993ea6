/** Turns an e-mail into a message for mail programs, the same over SMTP and in the folder. */
import type { SendMailOptions } from 'nodemailer'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'

/** The sender of all e-mails. */
export interface Sender {
  /** `Name <address>` or an address. */
  readonly from: string
  /** Right side of the Message-ID. */
  readonly host: string
}

/**
 * Returns the address of MAIL_FROM without the name: the name is for the header only, SMTP gets the address.
 */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

/** Returns the message of an e-mail for nodemailer. */
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
      ...(newEmail.unsubscribe !== undefined && {
        'List-Unsubscribe': `<${newEmail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
