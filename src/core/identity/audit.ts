/** Who did what when: one entry for each thing that changes who may do what. Written with what it tells, or not at all. */

import type { Language } from './account.ts'
import type { AccountId, Actor } from './ids.ts'

/** The closed list; the pages have a sentence for each in every language. */
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
export type AuditEvent = (typeof AUDIT_EVENTS)[number]

/** Who asks for a change, from where: goes into the audit entry and the letters of the change. */
export interface Trace {
  readonly actor: Actor
  /** Of the client; empty for the command line. */
  readonly address: string
  /** Words for browser and system (`Firefox, Linux`); empty when unknown. */
  readonly device: string
  readonly atMs: number
  readonly language: Language
}

/** One entry as it is written. */
export interface NewAuditEntry {
  readonly trace: Trace
  /** Whose list it stands in; `undefined` = the operators' only. */
  readonly account: AccountId | undefined
  readonly event: AuditEvent
  /** What it was done to: an id, an address, a name; empty when the account itself. */
  readonly subject: string
  /** Facts for the sentence, e.g. `{ name: 'CRM' }`; never a secret. */
  readonly detail: Readonly<Record<string, string | number>>
}

/** One entry as it is shown; `number` is the order. */
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

/** What an operator does on the machine itself; its letters are in the language of whoever gets them. */
export function commandLineTrace(atMs: number): Trace {
  return { actor: 'command line', address: '', device: '', atMs, language: 'en' }
}

/** What the house does by itself. */
export function systemTrace(atMs: number): Trace {
  return { actor: 'system', address: '', device: '', atMs, language: 'en' }
}

/** Who acted, as the account is told that it was done to. */
type SeenActor = 'owner' | 'operator' | 'command line' | 'system'

/**
 * Who acted and from where, for the eyes of the account that it was done to: of another account, that it operates the
 * house, and neither which one it is nor where it sat.
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
