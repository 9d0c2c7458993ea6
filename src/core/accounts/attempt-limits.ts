/**
 * The limits of guesses at secrets and of requests for e-mails. The counts are in the memory of one thread
 * and are lost with it.
 */

/** At most `max` attempts per name in any window of `windowMs`. */
export interface AttemptLimit {
  readonly max: number
  readonly windowMs: number
  /** Most names with counts; `NAMES_MAX` by default. */
  readonly namesMax?: number
}

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS

/** Most names with counts for one limit. See `AttemptCounter`. */
export const NAMES_MAX = 10_000
/**
 * The same for wrong passwords, where names can be invented: displacing one costs an attacker as many
 * password hashes.
 */
const GUESSED_NAMES_MAX = 100_000

/**
 * Wrong passwords for one e-mail address, with or without an account, from one network (`networkOf`). Above
 * it the right one is refused too.
 */
export const SIGN_IN_PER_NETWORK: AttemptLimit = {
  max: 10,
  windowMs: QUARTER_MS,
  namesMax: GUESSED_NAMES_MAX,
}
/** The same in a longer window. */
export const SIGN_IN_PER_NETWORK_LONG: AttemptLimit = {
  max: 25,
  windowMs: 6 * HOUR_MS,
  namesMax: GUESSED_NAMES_MAX,
}
/**
 * The same from all networks: 100 a day (NIST SP 800-63B). It does not stop a device that used the account
 * before.
 */
export const SIGN_IN_PER_ADDRESS: AttemptLimit = {
  max: 25,
  windowMs: 6 * HOUR_MS,
  namesMax: GUESSED_NAMES_MAX,
}
/** Wrong passwords, codes and passkeys from one client (for IPv6 its /64). */
export const SIGN_IN_PER_CLIENT: AttemptLimit = { max: 30, windowMs: QUARTER_MS }
/** Wrong passwords, passkeys and codes in a session that is signed in. */
export const PROOF_PER_ACCOUNT: AttemptLimit = { max: 10, windowMs: QUARTER_MS }
/** Requested e-mails to one address. Above it the response is the same, and no e-mail is sent. */
export const EMAILS_PER_ADDRESS_MINUTE: AttemptLimit = { max: 1, windowMs: MINUTE_MS }
/** The same in a longer window. */
export const EMAILS_PER_ADDRESS_HOUR: AttemptLimit = { max: 5, windowMs: HOUR_MS }
/** E-mails requested by one client, to any addresses; above it as before. */
export const EMAILS_PER_CLIENT: AttemptLimit = { max: 20, windowMs: HOUR_MS }
/** Sign-ups of one client, each of which hashes a password. Above it `rate_limited`. */
export const SIGN_UP_PER_CLIENT: AttemptLimit = { max: 20, windowMs: HOUR_MS }
/** Passkey challenges for one client. Each is a row until it expires. */
export const CHALLENGES_PER_CLIENT: AttemptLimit = { max: 120, windowMs: QUARTER_MS }
/** Attempts with a set-up code from one client. Right ones count as well. */
export const SET_UP_PER_CLIENT: AttemptLimit = { max: 10, windowMs: HOUR_MS }

/**
 * Counts attempts per name in sliding windows. The count is exact: each attempt is kept until it leaves the
 * window or its name is displaced. The name that was counted longest ago is displaced first; one that reached
 * the limit only when its attempts are out of the window or there is no other. Otherwise invented names could
 * displace the name that is being attacked.
 */
export class AttemptCounter {
  readonly #limit: AttemptLimit
  /** Names below the limit with the times of their attempts, the one that was counted longest ago first. */
  readonly #below = new Map<string, number[]>()
  /** The same for names that were at the limit when they were last counted. */
  readonly #full = new Map<string, number[]>()

  constructor(limit: AttemptLimit) {
    this.#limit = limit
  }

  /** Milliseconds until one more attempt is allowed; 0 = now. */
  waitMs(name: string, nowMs: number): number {
    const times = this.#live(name, nowMs)
    return times.length < this.#limit.max
      ? 0
      : times[times.length - this.#limit.max]! + this.#limit.windowMs - nowMs
  }

  /** Counts one attempt. */
  note(name: string, nowMs: number): void {
    const times = this.#live(name, nowMs)
    times.push(nowMs)
    // Attempts before the last `max` have no effect.
    if (times.length > this.#limit.max) times.shift()
    this.#put(name, times)
    this.#makeRoom(nowMs)
  }

  /** Removes an attempt that `note` counted at `atMs`. */
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
    // A single name below the limit may be the one that was just counted.
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
