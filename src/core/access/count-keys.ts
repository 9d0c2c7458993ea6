/** Counts the keys that are in force. */

import { LOCAL_ACCOUNT } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { isLive } from './key.ts'

export interface KeyCounts {
  /** Neither revoked nor past their end, of every account. */
  readonly live: number
  /** Of these, those that belong to people's accounts and not to the command line. */
  readonly ofAccounts: number
}

/** Counts live keys; those of a disabled account, which are refused only for as long as it is, are among them. */
export function countKeys({ keys, clock }: Needs<'keys' | 'clock'>): KeyCounts {
  const nowMs = clock.nowMs()
  const live = keys.everything().filter((key) => isLive(key, nowMs))
  return { live: live.length, ofAccounts: live.filter(({ account }) => account !== LOCAL_ACCOUNT).length }
}
