import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { LIVE_KEYS_MAX, type NewKey, newKey } from './create-key.ts'
import { type AccountId, isLive, type Key, type KeyId } from './key.ts'

/** Longest time that both secrets work: 30 days. */
export const OVERLAP_MAX_MS = 30 * 86_400_000
/** Keys of one account that work at the same time while rotations overlap. */
export const LIVE_KEYS_IN_OVERLAP_MAX = 2 * LIVE_KEYS_MAX

/**
 * Gives a key a successor with a new secret and the same name, scopes, limit and expiry; they share the count of their limits. Both work until `overlapMs`
 * from now, then only the successor, to the millisecond. Rotating again while an overlap runs is allowed; it never lets the old secret live longer.
 *
 * @throws Failure `not_found` when the account has no such key, `conflict` when the key has ended or the account
 *   would have more than `LIVE_KEYS_IN_OVERLAP_MAX` live keys, `invalid_request` when the overlap is not 0 to `OVERLAP_MAX_MS`.
 */
export function rotateKey(
  needs: Needs<'keys' | 'clock' | 'secrets'>,
  account: AccountId,
  id: KeyId,
  overlapMs: number,
): NewKey {
  checkOverlap(overlapMs)
  const nowMs = needs.clock.nowMs()
  const old = needs.keys.find(account, id)
  if (old === undefined) throw new Failure('not_found', `There is no key ${id}.`)
  if (!isLive(old, nowMs)) throw new Failure('conflict', `The key ${id} has ended; make a new one instead.`)
  const live = needs.keys.list(account).filter((key) => isLive(key, nowMs))
  if (live.length >= LIVE_KEYS_IN_OVERLAP_MAX) {
    throw new Failure(
      'conflict',
      `The account has ${LIVE_KEYS_IN_OVERLAP_MAX} keys that work, old ones in their overlap included. Revoke one first.`,
    )
  }
  const made = newKey(needs, kindOf(old), { ...old, rotatedFrom: old.id })
  needs.keys.replace(old, Math.min(old.endsAtMs ?? Number.POSITIVE_INFINITY, nowMs + overlapMs), made.key)
  return made
}

function checkOverlap(overlapMs: number): void {
  const whole = Number.isSafeInteger(overlapMs)
  if (whole && overlapMs >= 0 && overlapMs <= OVERLAP_MAX_MS) return
  const reason = whole ? (overlapMs < 0 ? 'too_small' : 'too_large') : 'type'
  throw new Failure('invalid_request', 'The overlap is 0 seconds to 30 days.', [
    { field: '/overlap', reason },
  ])
}

function kindOf(key: Key): 'live' | 'test' {
  return key.visibleStart.startsWith('fs_test_') ? 'test' : 'live'
}
