import type { Trace } from '../accounts/audit.ts'
import type { Needs } from '../ports.ts'
import type { AccountId } from './key.ts'
import { keyEntry, silently } from './key-record.ts'

/** Ends every key of an account for good: all of them, or none. @returns how many that were. */
export function revokeAllKeys(
  { keys, clock }: Needs<'keys' | 'clock'>,
  account: AccountId,
  trace: Trace,
): number {
  const open = keys.list(account).filter(({ revokedAtMs }) => revokedAtMs === undefined)
  const revocations = open.map((key) => ({ key, record: silently(keyEntry(trace, 'key_revoked', key)) }))
  keys.revokeAll(revocations, clock.nowMs())
  return open.length
}
