/** Changes of keys that are known to all nodes when they are answered. */
import type { AnnouncedKeyStore } from '../../core/access/key-store.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import { type InTurn, oneAtATime } from '../../core/one-at-a-time.ts'
import type { OtherNodes } from './wait-for-nodes.ts'

/**
 * Returns what the commands that change keys run in: each resolves when the other nodes know the change. The next one
 * does not wait for that.
 */
export function knownToAll(
  keys: Pick<AnnouncedKeyStore, 'follow'>,
  others: Pick<OtherNodes, 'knowKeys'>,
): { readonly keysInTurn: InTurn; readonly followKeys: (account: AccountId) => Promise<void> } {
  const inTurn = oneAtATime()
  return {
    async keysInTurn(step) {
      const result = await inTurn(step)
      await others.knowKeys()
      return result
    },
    async followKeys(account) {
      await keys.follow(account)
      await others.knowKeys()
    },
  }
}
