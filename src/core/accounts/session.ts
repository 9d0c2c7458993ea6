/** A session: one browser in which a user is signed in. */
import type { AccountId } from '../identity/ids.ts'

/** The id of a session. */
export type SessionId = string & { readonly brand: 'SessionId' }

/** The ways to sign in. */
export const SESSION_METHODS = ['password', 'passkey', 'link'] as const
/** One of `SESSION_METHODS`. */
export type SessionMethod = (typeof SESSION_METHODS)[number]

/** A session as it is stored. */
export interface Session {
  readonly id: SessionId
  readonly account: AccountId
  readonly createdAtMs: number
  /** The time at which it ends in any case. */
  readonly endsAtMs: number
  /** Time of the last request, to the minute. */
  readonly seenAtMs: number
  /** When the password or a passkey was last verified; `undefined` = not in this session. */
  readonly provenAtMs: number | undefined
  /** Whether "Stay signed in" was chosen. */
  readonly stays: boolean
  readonly method: SessionMethod
  readonly address: string
  readonly userAgent: string
}

/** Time without a request after which a session ends, without "stay signed in". */
export const IDLE_MS = 12 * 3_600_000
/** The same with "stay signed in". */
export const STAYING_IDLE_MS = 7 * 86_400_000
/** Longest life of a session without "stay signed in". */
export const ABSOLUTE_MS = 86_400_000
/** The same with "stay signed in". */
export const STAYING_ABSOLUTE_MS = 30 * 86_400_000
/** How long a verified password or passkey is valid for actions that require re-authentication. */
export const PROOF_MS = 15 * 60_000
/** Shortest time between two notes of a session's last request. */
export const SEEN_EVERY_MS = 60_000

/** Whether a session has neither reached its end nor been idle for too long. */
export function isAlive(session: Session, nowMs: number): boolean {
  const idleMs = session.stays ? STAYING_IDLE_MS : IDLE_MS
  return nowMs < session.endsAtMs && nowMs - session.seenAtMs < idleMs
}

/** Returns the time until which no re-authentication is required; `undefined` = it is required now. */
export function provenUntilMs({ provenAtMs }: Session, nowMs: number): number | undefined {
  if (provenAtMs === undefined) return undefined
  const untilMs = provenAtMs + PROOF_MS
  return nowMs < untilMs ? untilMs : undefined
}
