import { Failure } from '../failure.ts'
import type { Trace } from '../identity/audit.ts'
import type { Actor } from '../identity/ids.ts'
import { type AccountId, type KeyId, LOCAL_ACCOUNT } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { randomText } from '../random-text.ts'
import { isLive, type Key, type Limit, SCOPES, type Scope } from './key.ts'
import type { KeyKind } from './key-kind.ts'
import { keyEntry, withEmail } from './key-record.ts'
import { type KeySecret, newSecret, visibleStartOf } from './key-secret.ts'
import type { KeyCheck } from './key-store.ts'
import {
  addressFaults,
  cleanAddresses,
  cleanName,
  expiryFaults,
  limitFaults,
  nameFaults,
  refuseFaults,
  scopeFaults,
} from './key-terms.ts'

/** Most keys of one account that are live at the same time. */
export const LIVE_KEYS_MAX = 50
/** Most keys that one account creates in any hour, rotations included: each sends an e-mail. */
export const KEYS_AN_HOUR_MAX = 30
/** Most keys that one account creates in any day, rotations included. */
export const KEYS_A_DAY_MAX = 200

const ID_CHARACTERS = 16
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const CREATION_LIMITS = [
  { max: KEYS_AN_HOUR_MAX, windowMs: HOUR_MS, span: 'an hour' },
  { max: KEYS_A_DAY_MAX, windowMs: DAY_MS, span: 'a day' },
] as const

/** The terms of a new key. */
export interface KeyParams {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly kind: KeyKind
  /** Time from now until it expires; `undefined` = the key does not expire. */
  readonly expiresInMs?: number
  /** Replaces the default limit and the burst limit. */
  readonly limit?: Limit
  /** Networks that may use the key; none = all. */
  readonly addresses?: readonly string[]
}

/** A new key with its secret, which is not stored and cannot be shown again. */
export interface NewKey {
  readonly key: Key
  readonly secret: KeySecret
}

/**
 * Creates a key, its audit entry and the e-mail to its owner. The key works from the moment the call returns.
 *
 * @throws {Failure} `invalid_request` with every fault of `params`; `conflict` if the account has
 *   `LIVE_KEYS_MAX` live keys; `rate_limited` (`too_many`) if it created `KEYS_AN_HOUR_MAX` in the last hour
 *   or `KEYS_A_DAY_MAX` in the last 24; as `KeyStore.add` for an account that is deleted or disabled.
 */
export async function createKey(
  needs: Needs<'keys' | 'clock' | 'secrets'>,
  account: AccountId,
  params: KeyParams,
  trace: Trace,
): Promise<NewKey> {
  refuseFaults(faultsOf(params))
  const nowMs = needs.clock.nowMs()
  return add(needs, account, params, { trace, check: (known) => checkNumbers(account, known, nowMs) })
}

/**
 * Creates a key of the command line if it has none, as `createKey`; returns `undefined` if it has one. Of nodes that do so at
 * the same time one creates a key.
 */
export async function createFirstKey(
  needs: Needs<'keys' | 'clock' | 'secrets'>,
  params: KeyParams,
  trace: Trace,
): Promise<NewKey | undefined> {
  let isFirst = true
  const check: KeyCheck = (known) => {
    isFirst = known.length === 0
    if (!isFirst) throw new Failure('conflict', 'There is a key already.')
  }
  try {
    return await add(needs, LOCAL_ACCOUNT, params, { trace, check })
  } catch (error) {
    if (isFirst) throw error
    return undefined
  }
}

async function add(
  needs: Needs<'keys' | 'clock' | 'secrets'>,
  account: AccountId,
  params: KeyParams,
  { trace, check }: { readonly trace: Trace; readonly check: KeyCheck },
): Promise<NewKey> {
  const nowMs = needs.clock.nowMs()
  const made = newKey(needs, params.kind, trace.actor, {
    account,
    name: cleanName(params.name),
    scopes: SCOPES.filter((scope) => params.scopes.includes(scope)),
    limit: params.limit,
    addresses: cleanAddresses(params.addresses ?? []),
    expiresAtMs: params.expiresInMs === undefined ? undefined : nowMs + params.expiresInMs,
    rotatedFrom: undefined,
  })
  const entry = keyEntry(trace, 'key_created', made.key)
  const record = await withEmail(needs, entry, made.key, 'new_key', {})
  await needs.keys.add(made.key, record, check)
  return made
}

/** Checks the numbers of live and of new keys, as `createKey` throws. */
function checkNumbers(account: AccountId, known: readonly Key[], nowMs: number): void {
  const live = known.filter((key) => isLive(key, nowMs))
  if (live.length >= LIVE_KEYS_MAX) throw tooMany(LIVE_KEYS_MAX, 'active keys')
  checkCreationRate(account, known, nowMs)
}

/** Returns the Failure `conflict` (`key_limit`) for an account that has `max` keys of a sort. */
export function tooMany(max: number, what: string): Failure {
  const sentence = `The account has ${max} ${what}, which is the maximum. Revoke one first.`
  return new Failure('conflict', sentence, [], 'key_limit')
}

/**
 * Checks the number of keys that an account created in the last hour and day. The command line has no such
 * limit.
 *
 * @param known keys of the account in the order of their creation.
 * @throws {Failure} `rate_limited` (`too_many`) with the time until the next key can be created.
 */
export function checkCreationRate(account: AccountId, known: readonly Key[], nowMs: number): void {
  if (account === LOCAL_ACCOUNT) return
  for (const { max, windowMs, span } of CREATION_LIMITS) {
    const made = known.filter(({ createdAtMs }) => createdAtMs > nowMs - windowMs)
    if (made.length < max) continue
    const sentence = `The account has created ${max} keys in ${span}, which is the maximum.`
    const retryInMs = made.at(-max)!.createdAtMs + windowMs - nowMs
    throw new Failure('rate_limited', sentence, [], 'too_many', retryInMs)
  }
}

/** The properties that a new key takes from its params or from its predecessor. */
export type KeyTerms = Pick<
  Key,
  'account' | 'name' | 'scopes' | 'limit' | 'addresses' | 'expiresAtMs' | 'rotatedFrom'
>

/** Makes a key with these terms and a new id and secret. It is not stored. */
export function newKey(
  { clock, secrets }: Needs<'clock' | 'secrets'>,
  kind: KeyKind,
  createdBy: Actor,
  terms: KeyTerms,
): NewKey {
  const secret = newSecret({ secrets }, kind)
  const key: Key = {
    ...terms,
    id: `key_${randomText({ secrets }, ID_CHARACTERS)}` as KeyId,
    visibleStart: visibleStartOf(secret),
    hash: secrets.sha256(secret),
    createdBy,
    createdAtMs: clock.nowMs(),
    endsAtMs: undefined,
    revokedAtMs: undefined,
    lastUsedAtMs: undefined,
  }
  return { key, secret }
}

function faultsOf(params: KeyParams) {
  return [
    ...nameFaults(params.name),
    ...scopeFaults(params.scopes),
    ...expiryFaults(params.expiresInMs),
    ...limitFaults(params.limit),
    ...addressFaults(params.addresses ?? []),
  ]
}
