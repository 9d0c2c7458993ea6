import { Failure } from '../failure.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { checkCreationRate, LIVE_KEYS_MAX, type NewKey, newKey, tooMany } from './create-key.ts'
import { ownKey } from './find-key.ts'
import { isLive, type Key } from './key.ts'
import { kindOf } from './key-kind.ts'
import { keyEntry, withEmail } from './key-record.ts'

/** Longest time for which both secrets work: 30 days. */
export const OVERLAP_MAX_MS = 30 * 86_400_000
/** Most keys of one account that are live at the same time while rotations overlap. */
export const LIVE_KEYS_IN_OVERLAP_MAX = 2 * LIVE_KEYS_MAX

/**
 * Time after a rotation in which the same key is not rotated again: two requests in a row mean one rotation.
 */
export const ROTATION_INTERVAL_MIN_MS = 10_000

/** The new key, and the old one as changed by the rotation. */
export interface RotatedKey extends NewKey {
  readonly old: Key
}

/**
 * Replaces a key with a new one that has the same kind, name, scopes, limit, networks and expiry; the two
 * share the count of their limits. Both work until `overlapMs` from now, then only the new one. Rotating the
 * old key again while an overlap runs is allowed and never extends the old key's time.
 *
 * @throws {Failure} `not_found` if the account has no key with this id; `conflict` if the key has ended or
 *   the account would have more than `LIVE_KEYS_IN_OVERLAP_MAX` live keys; `conflict` (`not_now`) within
 *   `ROTATION_REST_MS` after its last rotation; `invalid_request` if the overlap is not 0 to
 *   `OVERLAP_MAX_MS`; otherwise as `createKey`.
 */
export async function rotateKey(
  needs: Needs<'keys' | 'clock' | 'secrets'>,
  account: AccountId,
  id: KeyId,
  overlapMs: number,
  trace: Trace,
): Promise<RotatedKey> {
  checkOverlap(overlapMs)
  const nowMs = needs.clock.nowMs()
  const key = await ownKey(needs, account, id)
  const made = newKey(needs, kindOf(key), trace.actor, { ...key, rotatedFrom: key.id })
  const old = { ...key, endsAtMs: Math.min(key.endsAtMs ?? Number.POSITIVE_INFINITY, nowMs + overlapMs) }
  const record = await recordOf(needs, old, made.key, trace)
  const check = (known: readonly Key[]) => checkRotation(known, key, nowMs)
  await needs.keys.replace(key, old.endsAtMs, made.key, record, check)
  return { ...made, old }
}

/** Checks the key and the number of keys, as `rotateKey` throws. `known`: the keys of the account. */
function checkRotation(known: readonly Key[], { account, id }: Key, nowMs: number): void {
  if (!known.some((key) => key.id === id && isLive(key, nowMs))) {
    throw new Failure('conflict', `The key ${id} is no longer valid. Create a new one instead.`)
  }
  const live = known.filter((other) => isLive(other, nowMs))
  if (live.length >= LIVE_KEYS_IN_OVERLAP_MAX) {
    throw tooMany(LIVE_KEYS_IN_OVERLAP_MAX, 'active keys, including those in their overlap')
  }
  checkLastRotation(known, id, nowMs)
  checkCreationRate(account, known, nowMs)
}

async function recordOf(
  needs: Needs<'keys' | 'secrets'>,
  old: Key & { endsAtMs: number },
  made: Key,
  trace: Trace,
) {
  const entry = keyEntry(trace, 'key_rotated', old, { successor: made.id, ends_at_ms: old.endsAtMs })
  const facts = { oldVisibleStart: old.visibleStart, oldEndsAtMs: old.endsAtMs }
  return withEmail(needs, entry, made, 'key_rotated', facts)
}

function checkLastRotation(known: readonly Key[], id: KeyId, nowMs: number): void {
  const successors = known.filter(({ rotatedFrom }) => rotatedFrom === id)
  // The absolute difference, so that a clock that was set back does not lock the key for longer.
  const isTooSoon = successors.some(
    ({ createdAtMs }) => Math.abs(nowMs - createdAtMs) < ROTATION_INTERVAL_MIN_MS,
  )
  if (isTooSoon) throw new Failure('conflict', `The key ${id} was rotated just now.`, [], 'not_now')
}

function checkOverlap(overlapMs: number): void {
  const whole = Number.isSafeInteger(overlapMs)
  if (whole && overlapMs >= 0 && overlapMs <= OVERLAP_MAX_MS) return
  const reason = whole ? (overlapMs < 0 ? 'too_small' : 'too_large') : 'type'
  throw new Failure('invalid_request', 'The overlap must be between 0 seconds and 30 days.', [
    { field: '/overlap', reason },
  ])
}
