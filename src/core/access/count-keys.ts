/** The number of live keys. */

import { LOCAL_ACCOUNT } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { isLive } from './key.ts'

/** Numbers of live keys. */
export interface KeyCounts {
  /** Keys of all accounts that are neither revoked nor past their end. */
  readonly live: number
  /** The part of `live` that belongs to accounts of people, not to the command line. */
  readonly ofAccounts: number
}

/** Counts the live keys of all accounts. Keys of disabled accounts are included. */
export async function countKeys({ keys, clock }: Needs<'keys' | 'clock'>): Promise<KeyCounts> {
  const nowMs = clock.nowMs()
  const live = (await keys.listAll()).filter((key) => isLive(key, nowMs))
  return { live: live.length, ofAccounts: live.filter(({ account }) => account !== LOCAL_ACCOUNT).length }
}
