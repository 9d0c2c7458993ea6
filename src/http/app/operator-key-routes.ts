/** Operator routes for the keys of all accounts: search, limit, revocation. */
import type { Limit } from '../../core/access/key.ts'
import type { KeyId } from '../../core/identity/ids.ts'
import type { Route } from '../request/route.ts'
import { emailsOf } from './account-emails.ts'
import { appRoute, OPERATOR, PROVEN_OPERATOR } from './app-route.ts'
import { NOTHING } from './app-schemas.ts'
import { keyResult } from './keys-schemas.ts'
import { keyWire } from './keys-wire.ts'
import { limitBody, operatorKeysQuery, operatorKeysResult } from './operator-schemas.ts'

const KEYS_SHOWN = 100
const MS_PER_S = 1000

/** All operator routes for keys. */
export const OPERATOR_KEY_ROUTES: readonly Route[] = [
  appRoute({
    id: 'operatorKeys',
    path: '/operator/keys',
    access: OPERATOR,
    query: operatorKeysQuery,
    result: operatorKeysResult,
    async answer(needs, { query }) {
      const nowMs = needs.clock.nowMs()
      const keys = await needs.keyReader.search(query.q, KEYS_SHOWN)
      const owners = keys.map(({ account }) => account)
      const emails = await emailsOf(needs, owners)
      const rows = keys.map((key) => {
        const { account } = key
        return { ...keyWire(key, keys, nowMs), account, email: emails.get(account) ?? null }
      })
      return { result: { keys: rows } }
    },
  }),
  appRoute({
    id: 'operatorLimit',
    path: '/operator/keys/:id/limit',
    access: PROVEN_OPERATOR,
    body: limitBody,
    result: keyResult,
    async answer(needs, { params, body, trace }) {
      const id = (params.id ?? '') as KeyId
      const key = await needs.sendCommand('overrideLimit', { trace, id, limit: limitOf(body.limit) })
      return { result: { key: keyWire(key, [], needs.clock.nowMs()) } }
    },
  }),
  appRoute({
    id: 'operatorRevokeKey',
    path: '/operator/keys/:id/revoke',
    access: PROVEN_OPERATOR,
    body: NOTHING,
    result: keyResult,
    async answer(needs, { params, trace }) {
      const key = await needs.sendCommand('revokeAnyKey', { trace, id: (params.id ?? '') as KeyId })
      return { result: { key: keyWire(key, [], needs.clock.nowMs()) } }
    },
  }),
]

function limitOf(sent: { readonly quota: number; readonly window_s: number } | null): Limit | undefined {
  return sent === null ? undefined : { quota: sent.quota, windowMs: sent.window_s * MS_PER_S }
}
