/** What the routes of a person's own account read and answer. */
import { z } from 'zod'
import { SESSION_METHODS } from '../../core/accounts/session.ts'
import { AUDIT_EVENTS } from '../../core/identity/audit.ts'
import { wholeNumberText } from '../api/fields.ts'
import {
  accountSchema,
  ceremonySchema,
  codeField,
  emailField,
  languageField,
  nameField,
  passwordField,
  timeField,
  tokenField,
} from './app-schemas.ts'

/** Entries of one page of history. */
export const AUDIT_LIMIT_MAX = 200
const AUDIT_LIMIT_DEFAULT = 50
/** Of anything of ours that is named in a query. */
const ID_CHARS_MAX = 100

export const accountAnswer = z.strictObject({ account: accountSchema })

export const describeBody = z.strictObject({ name: nameField.optional(), language: languageField.optional() })
export const changePasswordBody = z.strictObject({ current: passwordField, password: passwordField })
export const newAddressBody = z.strictObject({ email: emailField })
export const confirmAddressBody = z.strictObject({ token: tokenField })
/** The account's address, typed. */
export const deleteBody = z.strictObject({ email: emailField })
export const codeOnlyBody = z.strictObject({ code: codeField })
export const passwordOnlyBody = z.strictObject({ password: passwordField })

export const sessionEntry = z.strictObject({
  id: z.string(),
  /** `Firefox, Linux`; empty when unknown. */
  device: z.string(),
  address: z.string(),
  method: z.enum(SESSION_METHODS),
  stays: z.boolean(),
  created_at: timeField,
  seen_at: timeField,
  /** When it ends at the latest. */
  ends_at: timeField,
  is_this: z.boolean(),
})
export const sessionsResult = z.strictObject({ sessions: z.array(sessionEntry) })

export const passkeyEntry = z.strictObject({
  id: z.string(),
  name: z.string(),
  created_at: timeField,
  last_used_at: timeField.nullable(),
  /** The device keeps a copy of it elsewhere. */
  backed_up: z.boolean(),
})
export const passkeysResult = z.strictObject({ passkeys: z.array(passkeyEntry) })
export const finishPasskeyBody = z.strictObject({ response: ceremonySchema, name: nameField.min(1) })
export const namePasskeyBody = z.strictObject({ name: nameField.min(1) })

export const secondFactorResult = z.strictObject({
  /** `otpauth://…`, for the picture. */
  uri: z.string(),
  /** The same secret, for typing. */
  secret: z.string(),
  recovery_codes: z.array(z.string()),
})
export const recoveryResult = z.strictObject({ recovery_codes: z.array(z.string()) })

export const auditEvent = z.enum(AUDIT_EVENTS)
export const auditEntry = z.strictObject({
  number: z.int(),
  at: timeField,
  /** `operator`: another account than the one that it was done to. */
  actor: z.enum(['owner', 'operator', 'command line', 'system']),
  event: auditEvent,
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  address: z.string(),
  device: z.string(),
})
export const auditResult = z.strictObject({
  entries: z.array(auditEntry),
  /** For `before`, to see older ones; `null`: these are all. */
  older: z.int().nullable(),
})
export const auditQuery = z.strictObject({
  before: wholeNumberText(1, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  limit: wholeNumberText(1, AUDIT_LIMIT_MAX, AUDIT_LIMIT_DEFAULT),
  /** Only what was done to one key. */
  key_id: z.string().max(ID_CHARS_MAX).optional(),
})

/** Everything that is kept of a person, for reading. */
export const exportResult = z.record(z.string(), z.json())
