/** A session: one browser in which a person is signed in. */
import type { AccountId } from '../identity/ids.ts'

export type SessionId = string & { readonly brand: 'SessionId' }

/** How the person showed who it is. */
export const SESSION_METHODS = ['password', 'passkey', 'link'] as const
export type SessionMethod = (typeof SESSION_METHODS)[number]

export interface Session {
  readonly id: SessionId
  readonly account: AccountId
  readonly createdAtMs: number
  /** The absolute end. */
  readonly endsAtMs: number
  /** Of the last request, to the minute. */
  readonly seenAtMs: number
  /** When the password or a passkey was last asked and right; `undefined` = not in this session. */
  readonly provenAtMs: number | undefined
  /** "Stay signed in". */
  readonly stays: boolean
  readonly method: SessionMethod
  readonly address: string
  readonly userAgent: string
}

/** Without "stay signed in": ends that long after the last request. */
export const IDLE_MS = 12 * 3_600_000
/** With it. */
export const STAYING_IDLE_MS = 7 * 86_400_000
/** No session is older: without "stay signed in". */
export const ABSOLUTE_MS = 86_400_000
/** With it. */
export const STAYING_ABSOLUTE_MS = 30 * 86_400_000
/** How long a shown password or passkey is good for what asks for one. */
export const PROOF_MS = 15 * 60_000
/** A session's last request is noted this often at most. */
export const SEEN_EVERY_MS = 60_000

export function isAlive(session: Session, nowMs: number): boolean {
  const idleMs = session.stays ? STAYING_IDLE_MS : IDLE_MS
  return nowMs < session.endsAtMs && nowMs - session.seenAtMs < idleMs
}

/** Until when what asks for a password needs none; `undefined` = it needs one now. */
export function provenUntilMs({ provenAtMs }: Session, nowMs: number): number | undefined {
  if (provenAtMs === undefined) return undefined
  const untilMs = provenAtMs + PROOF_MS
  return nowMs < untilMs ? untilMs : undefined
}
