/**
 * The supervisor's handlers of key commands. Only the supervisor writes keys, into the store and into shared
 * memory.
 */
import { changeAddresses } from '../../core/access/change-addresses.ts'
import { createKey, type NewKey } from '../../core/access/create-key.ts'
import type { Key } from '../../core/access/key.ts'
import type { IssuedKey, ShownKey } from '../../core/access/key-commands.ts'
import type { AnnouncedKeyStore } from '../../core/access/key-store.ts'
import { overrideLimit } from '../../core/access/override-limit.ts'
import { renameKey } from '../../core/access/rename-key.ts'
import { revokeAnyKey } from '../../core/access/revoke-any-key.ts'
import { revokeKey } from '../../core/access/revoke-key.ts'
import { rotateKey } from '../../core/access/rotate-key.ts'
import type { Commands } from '../../core/commands.ts'
import type { InTurn } from '../../core/one-at-a-time.ts'
import type { Needs } from '../../core/ports.ts'
import type { AccountsThread, SupervisorHandlers } from './dispatch.ts'

type KeyCommandName =
  | 'createKey'
  | 'rotateKey'
  | 'revokeKey'
  | 'renameKey'
  | 'changeAddresses'
  | 'overrideLimit'
  | 'revokeAnyKey'

/**
 * Returns the handlers of the key commands. `inTurn` runs them, and those of the command line, one after
 * another, because each reads keys before it writes them. `emailsWait` is called after an e-mail was queued, so
 * that it is sent at once.
 */
export function keyCommands(
  needs: Needs<'keys' | 'clock' | 'secrets'>,
  emailsQueued: () => void,
  inTurn: InTurn,
): Pick<SupervisorHandlers, KeyCommandName> {
  return {
    async createKey({ trace, account, name, kind, scopes, expiresInMs, addresses }) {
      const expiry = expiresInMs === undefined ? {} : { expiresInMs }
      const params = { name, kind, scopes, addresses, ...expiry }
      const made = await inTurn(() => createKey(needs, account, params, trace))
      emailsQueued()
      return issued(made)
    },
    async rotateKey({ trace, account, id, overlapMs }) {
      const { old, ...made } = await inTurn(() => rotateKey(needs, account, id, overlapMs, trace))
      emailsQueued()
      return { ...issued(made), old: shown(old) }
    },
    revokeKey: async ({ trace, account, id }) =>
      shown(await inTurn(() => revokeKey(needs, account, id, trace))),
    renameKey: async ({ trace, account, id, name }) =>
      shown(await inTurn(() => renameKey(needs, account, id, name, trace))),
    changeAddresses: async ({ trace, account, id, addresses }) =>
      shown(await inTurn(() => changeAddresses(needs, account, id, addresses, trace))),
    overrideLimit: async ({ trace, id, limit }) =>
      shown(await inTurn(() => overrideLimit(needs, id, limit, trace))),
    revokeAnyKey: async ({ trace, id }) => shown(await inTurn(() => revokeAnyKey(needs, id, trace))),
  }
}

/**
 * Returns the handlers that disable and enable an account. The accounts thread changes the account; `followKeys`
 * suspends or restores its keys before the handler returns.
 */
export function suspendCommands(
  followKeys: AnnouncedKeyStore['follow'],
  accounts: AccountsThread,
): Pick<SupervisorHandlers, 'disableAccount' | 'enableAccount'> {
  const handler =
    (name: 'disableAccount' | 'enableAccount') => async (params: Commands['disableAccount']['params']) => {
      try {
        await accounts.send(name, params)
      } finally {
        // Also if the reply is lost: the account may have been changed nevertheless.
        await followKeys(params.account)
      }
      return null
    }
  return { disableAccount: handler('disableAccount'), enableAccount: handler('enableAccount') }
}

function issued({ key, secret }: NewKey): IssuedKey {
  return { key: shown(key), secret }
}

function shown({ hash: _hash, ...rest }: Key): ShownKey {
  return rest
}
