/** Fields and objects that several routes of the dashboard read or answer. Every object refuses what it does not know. */
import { z } from 'zod'
import { LANGUAGES, ROLES } from '../../core/identity/account.ts'

/** Longer than any address can be (RFC 5321); its form is read by `core/accounts/email-address.ts`. */
const EMAIL_CHARS_MAX = 320
/** Longer than the longest password that is allowed, so that the rule for passwords says why. */
const PASSWORD_CHARS_MAX = 1024
/** Longer than any name may be, whose rules the wishes know; a character has two of them at most. */
const NAME_UNITS_MAX = 200
/** A token is 43 characters; whatever is no token is told so by the wish, not by its length. */
const TOKEN_CHARS_MAX = 10_000
const CODE_CHARS_MAX = 100

/** The body of a POST that takes nothing. */
export const NOTHING = z.strictObject({})

export const emailField = z.string().min(1).max(EMAIL_CHARS_MAX)
export const passwordField = z.string().min(1).max(PASSWORD_CHARS_MAX)
export const nameField = z.string().max(NAME_UNITS_MAX)
export const tokenField = z.string().min(1).max(TOKEN_CHARS_MAX)
/** Of a second factor, of recovery, of set-up. */
export const codeField = z.string().min(1).max(CODE_CHARS_MAX)
export const languageField = z.enum(LANGUAGES)
/** A moment, in UTC. */
export const timeField = z.iso.datetime()

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

/** A letter is on its way, if there is anybody to write to. */
export const sentSchema = z.strictObject({ sent: z.literal(true) })

/** Until when nothing asks for the password again. */
export const provenSchema = z.strictObject({ proven_until: timeField })

/** JSON of a ceremony between browser and authenticator, as WebAuthn has it; passed on as it is. */
export const ceremonySchema = z.record(z.string(), z.json())
export const optionsSchema = z.strictObject({ options: ceremonySchema })
