/** What every kind of letter says, in German and English. */
import type { EmailData, EmailKind } from './email.ts'
import { KEY_EMAILS } from './email-texts-keys.ts'
import { LINK_EMAILS } from './email-texts-links.ts'
import { SECURITY_EMAILS } from './email-texts-security.ts'
import type { EmailText, EmailTexts } from './email-wording.ts'

const EMAIL_TEXTS: EmailTexts<EmailKind> = { ...LINK_EMAILS, ...SECURITY_EMAILS, ...KEY_EMAILS }

/** The text of a kind. The caller's data is of that kind, as `NewLetter` ties both. */
export function textOf<Kind extends EmailKind>(kind: Kind): EmailText<EmailData[Kind]> {
  return EMAIL_TEXTS[kind] as EmailText<EmailData[Kind]>
}
