/** Fields and objects that several routes of the dashboard share. Objects reject unknown fields. */
import { z } from 'zod'
import { LANGUAGES, ROLES } from '../../core/identity/account.ts'

/** Longer than any e-mail address (RFC 5321); `core/accounts/email-address.ts` checks its form. */
const EMAIL_CHARS_MAX = 320
/** Longer than the longest allowed password, so that the password rule reports the reason. */
const PASSWORD_CHARS_MAX = 1024
/** Longer than any allowed name, which the commands check; a character has two UTF-16 units at most. */
const NAME_UNITS_MAX = 200
/** A token has 43 characters; the command rejects anything else, not the length limit. */
const TOKEN_CHARS_MAX = 10_000
const CODE_CHARS_MAX = 100

/** The body of a POST without values. */
export const NOTHING = z.strictObject({})

/** An e-mail address as typed. */
export const emailField = z.string().min(1).max(EMAIL_CHARS_MAX)
/** A password as typed. */
export const passwordField = z.string().min(1).max(PASSWORD_CHARS_MAX)
/** A name as typed. */
export const nameField = z.string().max(NAME_UNITS_MAX)
/** The token of an e-mailed link. */
export const tokenField = z.string().min(1).max(TOKEN_CHARS_MAX)
/** A code of a second factor, of recovery or of its set-up. */
export const codeField = z.string().min(1).max(CODE_CHARS_MAX)
/** A language of the product. */
export const languageField = z.enum(LANGUAGES)
/** A time in UTC. */
export const timeField = z.iso.datetime()

/** An account in responses. */
export const accountSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  language: languageField,
  role: z.enum(ROLES),
  second_factor: z.boolean(),
  passkeys: z.int().min(0),
  created_at: timeField,
})

/** The account after a change. */
export const accountAnswer = z.strictObject({ account: accountSchema })

/** An address: a new one, that of a password reset, or the account's own as a confirmation. */
export const emailBody = z.strictObject({ email: emailField })
/** The token of an e-mailed link. */
export const tokenBody = z.strictObject({ token: tokenField })
/** The account's password. */
export const passwordBody = z.strictObject({ password: passwordField })
/** A code as the only value of a body. */
export const codeOnlyBody = z.strictObject({ code: codeField })

/** An e-mail was queued, if the address has an account. */
export const sentSchema = z.strictObject({ sent: z.literal(true) })

/** Time until which the password is not required again. */
export const provenSchema = z.strictObject({ proven_until: timeField })

/** JSON that browser and authenticator exchange (WebAuthn), passed on unchanged. */
export const ceremonySchema = z.record(z.string(), z.json())
/** The options of a WebAuthn ceremony. */
export const optionsSchema = z.strictObject({ options: ceremonySchema })
