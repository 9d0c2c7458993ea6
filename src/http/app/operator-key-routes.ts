/** Operator routes for the keys of all accounts: search, limit, revocation. */
import type { Limit } from '../../core/access/key.ts'
import type { KeyId } from '../../core/identity/ids.ts'
import type { Route } from '../request/route.ts'
import { emailsOf } from './account-emails.ts'
import { appRoute } from './app-route.ts'
import { NOTHING } from './app-schemas.ts'
import { keyResult } from './keys-schemas.ts'
import { keyWire } from './keys-wire.ts'
import { limitBody, operatorKeysQuery, operatorKeysResult } from './operator-schemas.ts'

const PROVEN = { app: 'operator', isProofNeeded: true } as const
const KEYS_SHOWN = 100
const MS_PER_S = 1000

const searchKeys = appRoute({
  id: 'operatorKeys',
  method: 'GET',
  path: '/operator/keys',
  access: { app: 'operator' },
  query: operatorKeysQuery,
  result: operatorKeysResult,
  async answer(needs, { query }) {
    const nowMs = needs.clock.nowMs()
    const keys = await needs.keyReader.search(query.q, KEYS_SHOWN)
    const owners = keys.map(({ account }) => account)
    const emails = await emailsOf(needs, owners)
    return {
      result: {
        keys: keys.map((key) => ({
          ...keyWire(key, keys, nowMs),
          account: key.account,
          email: emails.get(key.account) ?? null,
        })),
      },
    }
  },
})

const setLimit = appRoute({
  id: 'operatorLimit',
  method: 'POST',
  path: '/operator/keys/:id/limit',
  access: PROVEN,
  body: limitBody,
  result: keyResult,
  errors: ['not_found'],
  async answer(needs, { params, body, trace }) {
    const id = (params.id ?? '') as KeyId
    const key = await needs.sendCommand('overrideLimit', { trace: trace(), id, limit: limitOf(body.limit) })
    return { result: { key: keyWire(key, [], needs.clock.nowMs()) } }
  },
})

function limitOf(sent: { readonly quota: number; readonly window_s: number } | null): Limit | undefined {
  return sent === null ? undefined : { quota: sent.quota, windowMs: sent.window_s * MS_PER_S }
}

const revokeKey = appRoute({
  id: 'operatorRevokeKey',
  method: 'POST',
  path: '/operator/keys/:id/revoke',
  access: PROVEN,
  body: NOTHING,
  result: keyResult,
  errors: ['not_found'],
  async answer(needs, { params, trace }) {
    const key = await needs.sendCommand('revokeAnyKey', { trace: trace(), id: (params.id ?? '') as KeyId })
    return { result: { key: keyWire(key, [], needs.clock.nowMs()) } }
  },
})

/** All operator routes for keys. */
export const OPERATOR_KEY_ROUTES: readonly Route[] = [searchKeys, setLimit, revokeKey]
