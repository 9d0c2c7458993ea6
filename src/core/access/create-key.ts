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

/** Keys of one account that work at the same time. */
export const LIVE_KEYS_MAX = 50
/** Keys that one account makes in any hour, rotations included: each writes a letter. */
export const KEYS_AN_HOUR_MAX = 30
/** The same in any day. */
export const KEYS_A_DAY_MAX = 200

const ID_CHARACTERS = 16
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const PACES = [
  { max: KEYS_AN_HOUR_MAX, windowMs: HOUR_MS, span: 'an hour' },
  { max: KEYS_A_DAY_MAX, windowMs: DAY_MS, span: 'a day' },
] as const

/** What a new key shall be. */
export interface KeyParams {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly kind: KeyKind
  /** From now; `undefined` = the key does not expire. */
  readonly expiresInMs?: number
  /** Replaces the default window and the burst. */
  readonly limit?: Limit
  /** Networks that may use the key; none = everybody. */
  readonly addresses?: readonly string[]
}

/** A key and the only sight of its secret. */
export interface NewKey {
  readonly key: Key
  readonly secret: KeySecret
}

/**
 * Makes a key, its history entry and the letter to its owner. It works from the moment the call returns.
 *
 * @throws Failure `invalid_request` with every fault of the wish, `conflict` when the account has `LIVE_KEYS_MAX` live keys,
 *   `rate_limited` (`too_many`) when it made `KEYS_AN_HOUR_MAX` in the last hour or `KEYS_A_DAY_MAX` in the last 24;
 *   as the store's `add` for an account that is not open.
 */
export function createKey(
  needs: Needs<'keys' | 'clock' | 'secrets'>,
  account: AccountId,
  params: KeyParams,
  trace: Trace,
): NewKey {
  refuseFaults(faultsOf(params))
  const nowMs = needs.clock.nowMs()
  const known = needs.keys.list(account)
  const live = known.filter((key) => isLive(key, nowMs))
  if (live.length >= LIVE_KEYS_MAX) throw tooMany(LIVE_KEYS_MAX, 'keys that work')
  checkPace(account, known, nowMs)
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
  needs.keys.add(made.key, withEmail(needs, entry, made.key, 'new_key', {}))
  return made
}

/** @returns the Failure of an account that has as many keys as it may. */
export function tooMany(max: number, what: string): Failure {
  const sentence = `The account has ${max} ${what}, which is the most there can be. Revoke one first.`
  return new Failure('conflict', sentence, [], 'key_limit')
}

/** The command line may make as many as it likes. @throws Failure `rate_limited`, with the time until there may be one more. */
export function checkPace(account: AccountId, known: readonly Key[], nowMs: number): void {
  if (account === LOCAL_ACCOUNT) return
  for (const { max, windowMs, span } of PACES) {
    const made = known.filter(({ createdAtMs }) => createdAtMs > nowMs - windowMs)
    if (made.length < max) continue
    const sentence = `The account has made ${max} keys in ${span}, which is the most there can be.`
    const retryInMs = made.at(-max)!.createdAtMs + windowMs - nowMs
    throw new Failure('rate_limited', sentence, [], 'too_many', retryInMs)
  }
}

/** What a key takes from its wish or from its predecessor. */
export type KeyTerms = Pick<
  Key,
  'account' | 'name' | 'scopes' | 'limit' | 'addresses' | 'expiresAtMs' | 'rotatedFrom'
>

/** A key on these terms with a fresh id and secret; not stored yet. */
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
