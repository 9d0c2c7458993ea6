/**
 * The audit log: one entry for each change of accounts, keys and permissions, stored in the transaction of
 * the change.
 */

import type { Language } from './account.ts'
import type { AccountId, Actor } from './ids.ts'

/** The closed list of events. The pages have a sentence for each in every language. */
export const AUDIT_EVENTS = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'reset_requested',
  'address_requested',
  'address_changed',
  'factor_on',
  'factor_off',
  'recovery_renewed',
  'recovery_used',
  'passkey_added',
  'passkey_removed',
  'passkey_named',
  'described',
  'exported',
  'deleted',
  'key_created',
  'key_rotated',
  'key_revoked',
  'key_named',
  'key_addresses',
  'key_limit',
  'operator_granted',
  'operator_withdrawn',
  'disabled',
  'enabled',
  'reset_by_operator',
  'invited',
  'invitation_ended',
  'suppressed',
  'lifted',
  'imported',
] as const
/** One of `AUDIT_EVENTS`. */
export type AuditEvent = (typeof AUDIT_EVENTS)[number]

/**
 * The origin of a change: who requested it, when and from where. Its data goes into the audit entry and the
 * e-mails about the change.
 */
export interface Trace {
  readonly actor: Actor
  /** The client's address; empty for the command line. */
  readonly address: string
  /** Browser and system (`Firefox, Linux`); empty when unknown. */
  readonly device: string
  readonly atMs: number
  readonly language: Language
}

/** An audit entry before it is stored. */
export interface NewAuditEntry {
  readonly trace: Trace
  /** The account whose log contains it; `undefined` = only operators see it. */
  readonly account: AccountId | undefined
  readonly event: AuditEvent
  /** What was changed: an id, an address or a name; empty for the account itself. */
  readonly subject: string
  /** Values for the sentence, for example `{ name: 'CRM' }`; never a secret. */
  readonly detail: Readonly<Record<string, string | number>>
}

/** An audit entry as it is read. `number` is its position in the order. */
export interface AuditEntry {
  readonly number: number
  readonly atMs: number
  readonly actor: Actor
  readonly account: AccountId | undefined
  readonly event: AuditEvent
  readonly subject: string
  readonly detail: Readonly<Record<string, string | number>>
  readonly address: string
  readonly device: string
}

/**
 * Returns the trace of a change from the command line. Its language is not used: e-mails are in the language
 * of the recipient.
 */
export function commandLineTrace(atMs: number): Trace {
  return { actor: 'command line', address: '', device: '', atMs, language: 'en' }
}

/** Returns the trace of a change that the server makes by itself. */
export function systemTrace(atMs: number): Trace {
  return { actor: 'system', address: '', device: '', atMs, language: 'en' }
}

/** The actor of an entry as the account's owner sees it. */
type SeenActor = 'owner' | 'operator' | 'command line' | 'system'

/**
 * Returns the actor and origin of an entry as the account's owner sees them. Any other account is only shown
 * as an operator, without its id, address and device.
 */
export function seenByOwner({ actor, account, address, device }: AuditEntry): {
  readonly by: SeenActor
  readonly address: string
  readonly device: string
} {
  if (actor === account) return { by: 'owner', address, device }
  return isNobody(actor) ? { by: actor, address, device } : { by: 'operator', address: '', device: '' }
}

function isNobody(actor: Actor): actor is 'command line' | 'system' {
  return actor === 'command line' || actor === 'system'
}
