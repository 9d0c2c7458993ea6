/** How often may be tried what can be guessed, and asked for what goes to somebody's mailbox. Counted in one thread, forgotten with it. */

export interface AttemptLimit {
  readonly max: number
  readonly windowMs: number
  /** `NAMES_MAX` when it is not said. */
  readonly namesMax?: number
}

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS

/** Names that are remembered of one limit; see `AttemptCounter`. */
export const NAMES_MAX = 10_000
/** Of wrong passwords, where names are made up at will: whoever wants one forgotten waits for as many hashes. */
const GUESSED_NAMES_MAX = 100_000

/** Wrong passwords with one mail address, whether or not it has an account, out of one network (`networkOf`); then the right one is refused too. */
export const SIGN_IN_PER_NETWORK: AttemptLimit = {
  max: 10,
  windowMs: QUARTER_MS,
  namesMax: GUESSED_NAMES_MAX,
}
export const SIGN_IN_PER_NETWORK_LONG: AttemptLimit = {
  max: 25,
  windowMs: 6 * HOUR_MS,
  namesMax: GUESSED_NAMES_MAX,
}
/** The same out of all networks: 100 a day (NIST SP 800-63B). It does not stop a device that the account was used from. */
export const SIGN_IN_PER_ADDRESS: AttemptLimit = {
  max: 25,
  windowMs: 6 * HOUR_MS,
  namesMax: GUESSED_NAMES_MAX,
}
/** Wrong passwords, codes and passkeys from one client (an IPv6 one is its /64). */
export const SIGN_IN_PER_CLIENT: AttemptLimit = { max: 30, windowMs: QUARTER_MS }
/** Wrong passwords of somebody who is signed in. */
export const PROOF_PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: QUARTER_MS }
/** Letters asked for with one address: above it the answer is the same, and none is written. */
export const EMAILS_PER_ADDRESS_MINUTE: AttemptLimit = { max: 1, windowMs: MINUTE_MS }
export const EMAILS_PER_ADDRESS_HOUR: AttemptLimit = { max: 5, windowMs: HOUR_MS }
/** Letters asked for by one client, to whatever addresses: above it as above. */
export const EMAILS_PER_CLIENT: AttemptLimit = { max: 20, windowMs: HOUR_MS }
/** Passwords that one client has hashed by signing up; above it is told to wait. */
export const SIGN_UP_PER_CLIENT: AttemptLimit = { max: 20, windowMs: HOUR_MS }
/** Challenges for passkeys that one client is given: each is a row until it is over. */
export const CHALLENGES_PER_CLIENT: AttemptLimit = { max: 120, windowMs: QUARTER_MS }
/** Wrong set-up codes from one client. */
export const SET_UP_PER_CLIENT: AttemptLimit = { max: 10, windowMs: HOUR_MS }

/**
 * Counts attempts in windows that slide: exact, since each is remembered until it is out of the window or its name makes
 * room. That is the name that was counted longest ago, but one that reached the limit only when its attempts are over or there is
 * no other: else made-up names would free the one that is guessed.
 */
export class AttemptCounter {
  readonly #limit: AttemptLimit
  /** Names with their attempts, the one that was counted longest ago first. */
  readonly #below = new Map<string, number[]>()
  /** Those that were at the limit when they were counted last. */
  readonly #full = new Map<string, number[]>()

  constructor(limit: AttemptLimit) {
    this.#limit = limit
  }

  /** Milliseconds until one more is allowed; 0 = now. */
  waitMs(name: string, nowMs: number): number {
    const times = this.#live(name, nowMs)
    return times.length < this.#limit.max
      ? 0
      : times[times.length - this.#limit.max]! + this.#limit.windowMs - nowMs
  }

  note(name: string, nowMs: number): void {
    const times = this.#live(name, nowMs)
    times.push(nowMs)
    // Those before the last `max` decide nothing.
    if (times.length > this.#limit.max) times.shift()
    this.#put(name, times)
    this.#makeRoom(nowMs)
  }

  /** As if it had not been noted. */
  takeBack(name: string, atMs: number): void {
    const times = this.#timesOf(name)
    const at = times?.lastIndexOf(atMs) ?? -1
    if (times === undefined || at < 0) return
    times.splice(at, 1)
    this.#put(name, times)
  }

  #put(name: string, times: number[]): void {
    this.#below.delete(name)
    this.#full.delete(name)
    if (times.length === this.#limit.max) this.#full.set(name, times)
    else if (times.length > 0) this.#below.set(name, times)
  }

  #makeRoom(nowMs: number): void {
    const { windowMs, namesMax = NAMES_MAX } = this.#limit
    if (this.#below.size + this.#full.size <= namesMax) return
    const lastMs = this.#full.values().next().value?.at(-1) ?? nowMs
    // A single name below the limit may be the one that was counted just now.
    const names = lastMs <= nowMs - windowMs || this.#below.size < 2 ? this.#full : this.#below
    names.delete(names.keys().next().value!)
  }

  #timesOf(name: string): number[] | undefined {
    return this.#below.get(name) ?? this.#full.get(name)
  }

  #live(name: string, nowMs: number): number[] {
    const startMs = nowMs - this.#limit.windowMs
    return (this.#timesOf(name) ?? []).filter((atMs) => atMs > startMs)
  }
}
