import type { Trace } from '../identity/audit.ts'
import type { Needs } from '../ports.ts'
import { silently } from './key-record.ts'

/**
 * Revokes the keys of every deleted account, all or none. It runs after each deletion, and at a start in case
 * the process ended in between. The entries contain no personal data.
 *
 * @returns the number of revoked keys.
 */
export async function revokeLeftKeys(
  { keys, clock }: Needs<'keys' | 'clock'>,
  { actor, atMs }: Trace,
): Promise<number> {
  const left = await keys.leftKeys()
  const trace: Trace = { actor, atMs, address: '', device: '', language: 'en' }
  const revocations = left.map((key) => ({
    key,
    record: silently({ trace, account: key.account, event: 'key_revoked', subject: key.id, detail: {} }),
  }))
  await keys.revokeAll(revocations, clock.nowMs())
  return left.length
}
