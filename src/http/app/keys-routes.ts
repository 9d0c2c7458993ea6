/**
 * Routes of a person's keys. Reads happen in this thread; the supervisor makes every change, because only it
 * writes keys.
 */
import type { z } from 'zod'
import { LIVE_KEYS_MAX } from '../../core/access/create-key.ts'
import { familyOf, isLive, type Key } from '../../core/access/key.ts'
import type { ShownKey } from '../../core/access/key-commands.ts'
import { cleanName } from '../../core/access/key-terms.ts'
import { Failure } from '../../core/failure.ts'
import type { AccountId, KeyId } from '../../core/identity/ids.ts'
import { HOUR_MS } from '../../core/usage/usage.ts'
import type { Call, HttpNeeds, Route } from '../request/route.ts'
import { appRoute, MEMBER, PROVEN_MEMBER } from './app-route.ts'
import {
  addressesBody,
  createKeyBody,
  issuedKeyResult,
  keyHistoryResult,
  keyResult,
  keysResult,
  renameKeyBody,
  revokeKeyBody,
  rotatedKeyResult,
  rotateKeyBody,
} from './keys-schemas.ts'
import { keyEntryWire, keyWire } from './keys-wire.ts'

/** Entries of one key's history in a response, at most. */
const HISTORY_MAX = 100
const DAY_MS = 86_400_000

/** All routes of keys. */
export const KEYS_ROUTES: readonly Route[] = [
  appRoute({
    id: 'listKeys',
    path: '/keys',
    access: MEMBER,
    result: keysResult,
    async answer(needs, call) {
      const nowMs = needs.clock.nowMs()
      const { account } = call.member
      const keys = (await needs.keyReader.list(account)).map((key) => withLastUse(needs, key))
      const requests = await countRequests(needs, account, nowMs)
      return {
        result: {
          keys: keys.toReversed().map((key) => ({
            ...keyWire(key, keys, nowMs),
            requests_24h: requests.get(key.id) ?? 0,
          })),
          live: keys.filter((key) => isLive(key, nowMs)).length,
          live_max: LIVE_KEYS_MAX,
        },
      }
    },
  }),
  appRoute({
    id: 'keyHistory',
    path: '/keys/:id/history',
    access: MEMBER,
    result: keyHistoryResult,
    async answer(needs, call) {
      const { account } = call.member
      const family = familyOf(await needs.keyReader.list(account), await ownKey(needs, call))
      const entries = await Promise.all(
        family.map(({ id }) =>
          needs.accountReader.audit({ account, subject: id, limit: HISTORY_MAX, before: undefined }),
        ),
      )
      const newest = entries
        .flat()
        .toSorted((a, b) => b.number - a.number)
        .slice(0, HISTORY_MAX)
      return { result: { entries: newest.map(keyEntryWire) } }
    },
  }),
  appRoute({
    id: 'createKey',
    path: '/keys',
    access: PROVEN_MEMBER,
    body: createKeyBody,
    result: issuedKeyResult,
    status: 201,
    async answer(needs, call) {
      const { name, kind, scopes, expires_in, addresses } = call.body
      const expiresInMs = expiryOf(expires_in, needs.clock.nowMs())
      const { key, secret } = await needs.sendCommand('createKey', {
        ...whose(call),
        name,
        kind,
        scopes,
        addresses,
        ...(expiresInMs !== undefined && { expiresInMs }),
      })
      return { result: { key: await wireOf(needs, call, key), secret } }
    },
  }),
  appRoute({
    id: 'rotateKey',
    path: '/keys/:id/rotate',
    access: PROVEN_MEMBER,
    body: rotateKeyBody,
    result: rotatedKeyResult,
    status: 201,
    async answer(needs, call) {
      const { key, secret, old } = await needs.sendCommand('rotateKey', {
        ...which(call),
        overlapMs: call.body.overlap_s * 1000,
      })
      return { result: { key: await wireOf(needs, call, key), secret, old: await wireOf(needs, call, old) } }
    },
  }),
  appRoute({
    id: 'revokeKey',
    path: '/keys/:id/revoke',
    access: PROVEN_MEMBER,
    body: revokeKeyBody,
    result: keyResult,
    async answer(needs, call) {
      const { name } = await ownKey(needs, call)
      if (cleanName(call.body.name) !== name) {
        const details = [{ field: '/name', reason: 'mismatch' }] as const
        throw new Failure('invalid_request', 'another name than that of the key', details, 'name_mismatch')
      }
      return shown(needs, call, await needs.sendCommand('revokeKey', which(call)))
    },
  }),
  appRoute({
    id: 'renameKey',
    path: '/keys/:id/name',
    access: MEMBER,
    body: renameKeyBody,
    result: keyResult,
    answer: async (needs, call) =>
      shown(needs, call, await needs.sendCommand('renameKey', { ...which(call), name: call.body.name })),
  }),
  appRoute({
    id: 'changeAddresses',
    path: '/keys/:id/addresses',
    access: PROVEN_MEMBER,
    body: addressesBody,
    result: keyResult,
    answer: async (needs, call) =>
      shown(
        needs,
        call,
        await needs.sendCommand('changeAddresses', { ...which(call), addresses: call.body.addresses }),
      ),
  }),
]

function whose(call: Call) {
  return { trace: call.trace, account: call.member.account }
}

function which(call: Call) {
  return { ...whose(call), id: call.params.id as KeyId }
}

/**
 * Returns the key of the path.
 *
 * @throws {Failure} `not_found` if the account has no such key.
 */
async function ownKey({ keyReader }: HttpNeeds, call: Call): Promise<Key> {
  const key = await keyReader.find(call.member.account, call.params.id as KeyId)
  if (key === undefined) throw new Failure('not_found', 'the account has no such key')
  return key
}

async function wireOf(needs: HttpNeeds, call: Call, key: ShownKey) {
  return keyWire(key, await needs.keyReader.list(call.member.account), needs.clock.nowMs())
}

/** Returns the requests of each key in the current hour and the 23 before it. */
async function countRequests(
  { usage }: HttpNeeds,
  account: AccountId,
  nowMs: number,
): Promise<ReadonlyMap<KeyId, number>> {
  const hour = Math.floor(nowMs / HOUR_MS)
  const counts = new Map<KeyId, number>()
  for (const { key, requests } of await usage.rows({ account, fromHour: hour - 23, toHour: hour + 1 })) {
    counts.set(key, (counts.get(key) ?? 0) + requests)
  }
  return counts
}

/**
 * Returns the key with its last use, including uses that are only in memory yet, so that the page shows a
 * first call at once.
 */
function withLastUse({ keyRing }: HttpNeeds, key: Key): Key {
  const usedAtMs = Math.max(key.lastUsedAtMs ?? 0, keyRing.usedAtMs(key.hash) ?? 0)
  return usedAtMs === 0 ? key : { ...key, lastUsedAtMs: usedAtMs }
}

async function shown(needs: HttpNeeds, call: Call, key: ShownKey) {
  return { result: { key: await wireOf(needs, call, key) } }
}

/**
 * Returns the lifetime from now in ms; `undefined` = no expiry. The rule for keys rejects a time in the past.
 */
function expiryOf(text: z.output<typeof createKeyBody>['expires_in'], nowMs: number): number | undefined {
  if (text === 'never') return undefined
  const days = /^(\d+)d$/.exec(text)?.[1]
  return days === undefined ? Date.parse(text) - nowMs : Number(days) * DAY_MS
}
