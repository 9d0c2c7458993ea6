/** Writes the keys in the shared block. Only the supervisor has a writer. */
import { endOf, isLive, type Key, type Limit } from '../../core/access/key.ts'
import { kindOf } from '../../core/access/key-kind.ts'
import { ACCOUNT_LIMIT, limitsOf } from '../../core/access/limits.ts'
import { readNetwork } from '../../core/access/network.ts'
import { Failure } from '../../core/failure.ts'
import type { AccountId, KeyId } from '../../core/identity/ids.ts'
import { KeyIndexWriter } from './key-index.ts'
import { enterKey, lastUseMs, startOf } from './key-table.ts'
import { type KeyTerms, storeTerms } from './key-terms-cells.ts'
import { freshMeters, NO_METER, writeMeter } from './meters.ts'
import { HEADER, type SharedBlock } from './shared-block.ts'

/**
 * Time in ms for which the place and the meters of an ended key, and the meters of a changed limit, are not
 * reused: requests that the key admitted may still be in flight.
 */
const REST_MS = 600_000

/** What the writer keeps about an entry. */
interface Entry {
  readonly id: KeyId
  readonly payer: string
  readonly hash: Uint8Array
  readonly place: number
  /** The first key of a chain of rotated keys; they share the meters. */
  readonly root: KeyId
  slot: number
  endsAtMs: number
  savedUseMs: number
}

/** The meters of a chain of rotated keys. */
interface Counted {
  readonly slot: number
  readonly limit: Limit | undefined
}

/** Publishes keys to all threads. */
export class SharedKeyWriter {
  readonly #block: SharedBlock
  readonly #index: KeyIndexWriter
  readonly #entries = new Map<KeyId, Entry>()
  /** The account's meter, by payer. */
  readonly #accountMeters = new Map<string, number>()
  readonly #countedOfRoot = new Map<KeyId, Counted>()
  /** Meters that were replaced because of a new limit, with the time of that. */
  readonly #leftAtMs = new Map<number, number>()
  /** Accounts whose keys are refused, even if the keys have not ended. */
  readonly #held = new Set<AccountId>()
  /** The first meter of every pair that was ever assigned. */
  readonly #slots: number[] = []

  constructor(block: SharedBlock) {
    this.#block = block
    this.#index = new KeyIndexWriter(block)
  }

  /**
   * Makes all threads see the key as it is now, before the call returns. A new key is entered; of a known
   * key, end, networks and limit are published. Keys must come before their successors. A changed limit
   * starts with empty meters. If all places are taken, the key that ended first is removed: its secret is
   * then refused like an unknown one.
   *
   * @throws {Failure} `service_unavailable` if the table or the meters are full; nothing is changed then.
   */
  put(key: Key, nowMs: number): void {
    const known = this.#entries.get(key.id)
    if (known !== undefined) this.#update(known, key, nowMs)
    // An ended key that was removed is not entered again.
    else if (isLive(key, nowMs) || this.#hasNewPlace) this.#enter(key, nowMs)
  }

  /** Suspends the keys of an account, or ends that. Takes effect for each key at its next `put`. */
  hold(account: AccountId, isHeld: boolean): void {
    if (isHeld) this.#held.add(account)
    else this.#held.delete(account)
  }

  #update(entry: Entry, key: Key, nowMs: number): void {
    const slot = this.#slotFor(key, entry.root, nowMs)
    storeTerms(this.#block, startOf(this.#block, entry.place), this.#termsOf(key, slot))
    entry.slot = slot
    entry.endsAtMs = endOf(key) ?? Number.POSITIVE_INFINITY
  }

  #enter(key: Key, nowMs: number): void {
    const ended = this.#hasNewPlace ? undefined : this.#endedFirst(nowMs)
    if (!this.#hasNewPlace && ended === undefined) throw full('keys')
    const root = this.#rootOf(key)
    const slot = this.#slotFor(key, root, nowMs)
    const place = ended?.place ?? this.#block.int32[HEADER.keysUsed]!
    enterKey(this.#block, startOf(this.#block, place), key, this.#termsOf(key, slot))
    if (ended === undefined) this.#block.int32[HEADER.keysUsed] = place + 1
    else this.#forget(ended)
    const endsAtMs = endOf(key) ?? Number.POSITIVE_INFINITY
    const { id, hash, lastUsedAtMs: savedUseMs = 0 } = key
    this.#entries.set(id, { id, payer: payerOf(key), hash, place, root, slot, endsAtMs, savedUseMs })
    this.#index.add(key.hash, place, () => this.#places())
  }

  *#places(): Iterable<readonly [Uint8Array, number]> {
    for (const { hash, place } of this.#entries.values()) yield [hash, place]
  }

  get #hasNewPlace(): boolean {
    return this.#block.int32[HEADER.keysUsed]! < this.#block.keyPlaces
  }

  /** Returns the key that ended first, among those that ended at least `REST_MS` ago. */
  #endedFirst(nowMs: number): Entry | undefined {
    let first: Entry | undefined
    for (const entry of this.#entries.values()) {
      if (entry.endsAtMs > nowMs - REST_MS) continue
      if (first === undefined || entry.endsAtMs < first.endsAtMs) first = entry
    }
    return first
  }

  #forget({ id, root }: Entry): void {
    this.#entries.delete(id)
    const isShared = this.#entries.values().some((entry) => entry.root === root)
    if (!isShared) this.#countedOfRoot.delete(root)
  }

  #termsOf(key: Key, slot: number): KeyTerms {
    const isRefused = key.revokedAtMs !== undefined || this.#held.has(key.account)
    const addresses = key.addresses.map((text) => readNetwork(text)!)
    return { endsAtMs: isRefused ? 0 : endOf(key), slot, addresses }
  }

  /**
   * Checks that a new key of this account and kind has room. Call it before a key is stored.
   *
   * @throws {Failure} `service_unavailable` if it has none.
   */
  checkRoom(key: Pick<Key, 'account' | 'visibleStart'>, nowMs: number): void {
    if (!this.#hasNewPlace && this.#endedFirst(nowMs) === undefined) throw full('keys')
    const metersLeft = this.#block.meters - this.#block.int32[HEADER.metersUsed]!
    if (metersLeft >= 3) return
    if (metersLeft < 2 && this.#unusedSlot(nowMs) === undefined) throw full('active keys')
    const isCounted = this.#accountMeters.has(payerOf(key)) || this.#idleAccount(nowMs) !== undefined
    if (!isCounted) throw full('accounts with keys')
  }

  /** Returns the last uses that were not marked as saved yet: start of the minute, in ms. */
  newUses(): ReadonlyMap<KeyId, number> {
    const uses = new Map<KeyId, number>()
    for (const entry of this.#entries.values()) {
      const usedMs = lastUseMs(this.#block, startOf(this.#block, entry.place))
      if (usedMs > entry.savedUseMs) uses.set(entry.id, usedMs)
    }
    return uses
  }

  markSaved(uses: ReadonlyMap<KeyId, number>): void {
    for (const [id, usedMs] of uses) this.#entries.get(id)!.savedUseMs = usedMs
  }

  #rootOf(key: Key): KeyId {
    const from = key.rotatedFrom === undefined ? undefined : this.#entries.get(key.rotatedFrom)
    return from?.root ?? key.id
  }

  /** Returns the meters of a key. An ended key needs no meters, but keeps those that it has. */
  #slotFor(key: Key, root: KeyId, nowMs: number): number {
    const known = this.#countedOfRoot.get(root)
    if (known !== undefined && sameLimit(known.limit, key.limit)) return known.slot
    if (!isLive(key, nowMs)) return known?.slot ?? NO_METER
    const slot = this.#newSlot(key, root, nowMs)
    if (known !== undefined) this.#leftAtMs.set(known.slot, nowMs)
    this.#leftAtMs.delete(slot)
    this.#countedOfRoot.set(root, { slot, limit: key.limit })
    return slot
  }

  #newSlot(key: Key, root: KeyId, nowMs: number): number {
    const limits = limitsOf(key.limit)
    const parent = limits.countsForAccount ? this.#accountMeter(key, nowMs) : NO_METER
    let slot = freshMeters(this.#block, 2)
    if (slot === NO_METER) slot = this.#unusedSlot(nowMs) ?? NO_METER
    else this.#slots.push(slot)
    if (slot === NO_METER) throw full('active keys')
    writeMeter(this.#block, slot, limits.default, parent, root)
    writeMeter(this.#block, slot + 1, limits.burst, NO_METER)
    return slot
  }

  #accountMeter(key: Key, nowMs: number): number {
    const payer = payerOf(key)
    const known = this.#accountMeters.get(payer)
    if (known !== undefined) return known
    const meter = this.#newAccountMeter(nowMs)
    writeMeter(this.#block, meter, ACCOUNT_LIMIT, NO_METER)
    this.#accountMeters.set(payer, meter)
    return meter
  }

  #newAccountMeter(nowMs: number): number {
    const fresh = freshMeters(this.#block, 1)
    if (fresh !== NO_METER) return fresh
    const idle = this.#idleAccount(nowMs)
    if (idle === undefined) throw full('accounts with keys')
    const meter = this.#accountMeters.get(idle)!
    this.#accountMeters.delete(idle)
    return meter
  }

  /** Returns a payer whose keys all ended at least `REST_MS` ago. */
  #idleAccount(nowMs: number): string | undefined {
    const active = new Set<string>()
    for (const { payer, endsAtMs } of this.#entries.values()) {
      if (endsAtMs > nowMs - REST_MS) active.add(payer)
    }
    return this.#accountMeters.keys().find((payer) => !active.has(payer))
  }

  /** Returns a pair of meters that no key has used for at least `REST_MS`. */
  #unusedSlot(nowMs: number): number | undefined {
    const inUse = new Set<number>()
    for (const [slot, leftAtMs] of this.#leftAtMs) {
      if (leftAtMs > nowMs - REST_MS) inUse.add(slot)
    }
    for (const entry of this.#entries.values()) {
      if (entry.endsAtMs > nowMs - REST_MS) inUse.add(entry.slot)
    }
    return this.#slots.find((slot) => !inUse.has(slot))
  }
}

/**
 * Returns the budget that a key counts for: one for the account's live keys and one for its test keys, so
 * that tests do not use up the live budget.
 */
function payerOf(key: Pick<Key, 'account' | 'visibleStart'>): string {
  return `${kindOf(key)} ${key.account}`
}

function sameLimit(one: Limit | undefined, other: Limit | undefined): boolean {
  return one?.quota === other?.quota && one?.windowMs === other?.windowMs
}

function full(what: string): Failure {
  return new Failure(
    'service_unavailable',
    `The server has no room for more ${what}. Restart the server: it then has room for twice as many as are stored.`,
  )
}
