/** The texts of all kinds of e-mails, in German and English. */
import type { EmailData, EmailKind } from './email.ts'
import { KEY_EMAILS } from './email-texts-keys.ts'
import { LINK_EMAILS } from './email-texts-links.ts'
import { SECURITY_EMAILS } from './email-texts-security.ts'
import { WATCH_EMAILS } from './email-texts-watches.ts'
import { WEBHOOK_EMAILS } from './email-texts-webhooks.ts'
import type { EmailText, EmailTexts } from './email-wording.ts'

const EMAIL_TEXTS: EmailTexts<EmailKind> = {
  ...LINK_EMAILS,
  ...SECURITY_EMAILS,
  ...KEY_EMAILS,
  ...WATCH_EMAILS,
  ...WEBHOOK_EMAILS,
}

/** Returns the text of a kind. Its data must be of the same kind, as in `NewEmail`. */
export function textOf<Kind extends EmailKind>(kind: Kind): EmailText<EmailData[Kind]> {
  return EMAIL_TEXTS[kind] as EmailText<EmailData[Kind]>
}
