import type { Trace } from '../identity/audit.ts'
import type { Needs } from '../ports.ts'
import { silently } from './key-record.ts'

/**
 * Ends the keys of every account that was deleted, all of them or none: after each deletion, and at a start, in case
 * the process died in between. What is written of it names nobody.
 *
 * @returns how many that were.
 */
export function revokeLeftKeys({ keys, clock }: Needs<'keys' | 'clock'>, { actor, atMs }: Trace): number {
  const left = keys.leftKeys()
  const trace: Trace = { actor, atMs, address: '', device: '', language: 'en' }
  const revocations = left.map((key) => ({
    key,
    record: silently({ trace, account: key.account, event: 'key_revoked', subject: key.id, detail: {} }),
  }))
  keys.revokeAll(revocations, clock.nowMs())
  return left.length
}
