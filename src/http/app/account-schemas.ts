/** Schemas of the routes of a person's own account. */
import { z } from 'zod'
import { SESSION_METHODS } from '../../core/accounts/session.ts'
import { AUDIT_EVENTS } from '../../core/identity/audit.ts'
import { wholeNumberText } from '../api/fields.ts'
import { ceremonySchema, languageField, nameField, passwordField, timeField } from './app-schemas.ts'

/** Entries per page of history, at most. */
const AUDIT_LIMIT_MAX = 200
const AUDIT_LIMIT_DEFAULT = 50
/** Length limit of ids in a query. */
const ID_CHARS_MAX = 100

/** New name and language of the account. */
export const describeBody = z.strictObject({ name: nameField.optional(), language: languageField.optional() })
/** The current and the new password. */
export const changePasswordBody = z.strictObject({ current: passwordField, password: passwordField })

/** One session of the account. */
export const sessionEntry = z.strictObject({
  id: z.string(),
  /** Browser and system, e.g. `Firefox, Linux`; empty if unknown. */
  device: z.string(),
  address: z.string(),
  method: z.enum(SESSION_METHODS),
  stays: z.boolean(),
  created_at: timeField,
  seen_at: timeField,
  /** Latest end of the session. */
  ends_at: timeField,
  is_this: z.boolean(),
})
/** All sessions of the account. */
export const sessionsResult = z.strictObject({ sessions: z.array(sessionEntry) })

/** One passkey of the account. */
export const passkeyEntry = z.strictObject({
  id: z.string(),
  name: z.string(),
  created_at: timeField,
  last_used_at: timeField.nullable(),
  /** Whether the device stores a copy of it elsewhere. */
  backed_up: z.boolean(),
})
/** All passkeys of the account. */
export const passkeysResult = z.strictObject({ passkeys: z.array(passkeyEntry) })
/** The authenticator's response to the creation of a passkey, and the passkey's name. */
export const finishPasskeyBody = z.strictObject({ response: ceremonySchema, name: nameField.min(1) })
/** The new name of a passkey. */
export const namePasskeyBody = z.strictObject({ name: nameField.min(1) })

/** The secret of a new second factor. */
export const secondFactorResult = z.strictObject({
  /** `otpauth://…`, for the QR code. */
  uri: z.string(),
  /** The same secret, for typing. */
  secret: z.string(),
  recovery_codes: z.array(z.string()),
})
/** New recovery codes. */
export const recoveryResult = z.strictObject({ recovery_codes: z.array(z.string()) })

/** An event of the history. */
export const auditEvent = z.enum(AUDIT_EVENTS)
/** One entry of the account's history. */
export const auditEntry = z.strictObject({
  number: z.int(),
  at: timeField,
  /** `operator`: an account other than the affected one. */
  actor: z.enum(['owner', 'operator', 'command line', 'system']),
  event: auditEvent,
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  address: z.string(),
  device: z.string(),
})
/** A page of the account's history. */
export const auditResult = z.strictObject({
  entries: z.array(auditEntry),
  /** Value of `before` for older entries; `null` if there are none. */
  older: z.int().nullable(),
})
/** Query of the history of all accounts. */
export const auditPageQuery = z.strictObject({
  before: wholeNumberText(1, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  limit: wholeNumberText(1, AUDIT_LIMIT_MAX, AUDIT_LIMIT_DEFAULT),
})
/** Query of the history of one account. */
export const auditQuery = auditPageQuery.extend({
  /** Only entries about this key. */
  key_id: z.string().max(ID_CHARS_MAX).optional(),
})

/** All stored data of a person. */
export const exportResult = z.record(z.string(), z.json())
