/** The counters of attempts of one server, and the errors above their limits. */
import { clientOf } from '../access/client-address.ts'
import type { Awaitable } from '../awaitable.ts'
import { Failure } from '../failure.ts'
import type { AccountId } from '../identity/ids.ts'
import {
  AttemptCounter,
  CHALLENGES_PER_CLIENT,
  EMAILS_PER_ADDRESS_HOUR,
  EMAILS_PER_ADDRESS_MINUTE,
  EMAILS_PER_CLIENT,
  PROOF_PER_ACCOUNT,
  SET_UP_PER_CLIENT,
  SIGN_IN_PER_ADDRESS,
  SIGN_IN_PER_CLIENT,
  SIGN_IN_PER_NETWORK,
  SIGN_IN_PER_NETWORK_LONG,
  SIGN_UP_PER_CLIENT,
} from './attempt-limits.ts'
import type { Visitor } from './browser.ts'
import { networkOf } from './device.ts'

/** The wrong passwords for one e-mail address since they were last taken. */
export interface FailedSignIns {
  readonly email: string
  readonly count: number
  /** Time, address and browser of the last one. */
  readonly atMs: number
  readonly address: string
  readonly userAgent: string
}

/** One attempt to sign in with a password. */
export interface SignInAttempt {
  readonly email: string
  /** The client's address. */
  readonly address: string
  /**
   * Whether the account was used from this device before: then wrong passwords from other networks do not
   * block it. Called only when they would.
   */
  readonly isFamiliar: () => Awaitable<boolean>
}

/** Most e-mail addresses with stored failures; failures of further ones only count for the limits. */
const FAILURES_MAX = 1000

/** All counters of attempts. */
export class Attempts {
  readonly #signInByNetwork = new AttemptCounter(SIGN_IN_PER_NETWORK)
  readonly #signInByNetworkLong = new AttemptCounter(SIGN_IN_PER_NETWORK_LONG)
  readonly #signInByAddress = new AttemptCounter(SIGN_IN_PER_ADDRESS)
  readonly #signInByClient = new AttemptCounter(SIGN_IN_PER_CLIENT)
  readonly #proofByAccount = new AttemptCounter(PROOF_PER_ACCOUNT)
  readonly #setUpByClient = new AttemptCounter(SET_UP_PER_CLIENT)
  readonly #signUpByClient = new AttemptCounter(SIGN_UP_PER_CLIENT)
  readonly #challengesByClient = new AttemptCounter(CHALLENGES_PER_CLIENT)
  readonly #emailsByMinute = new AttemptCounter(EMAILS_PER_ADDRESS_MINUTE)
  readonly #emailsByHour = new AttemptCounter(EMAILS_PER_ADDRESS_HOUR)
  readonly #emailsByClient = new AttemptCounter(EMAILS_PER_CLIENT)
  readonly #failures = new Map<string, FailedSignIns>()

  /**
   * Counts an e-mail to this address requested by this client. False: a limit is reached, and nothing is
   * counted.
   */
  countEmail(email: string, address: string, nowMs: number): boolean {
    return isTaken(
      [
        [this.#emailsByMinute, email],
        [this.#emailsByHour, email],
        [this.#emailsByClient, clientOf(address)],
      ],
      nowMs,
    )
  }

  /**
   * Counts an attempt with a set-up code.
   *
   * @throws {Failure} `rate_limited` (`too_many`) above the limit.
   */
  takeSetUp(address: string, nowMs: number): void {
    take([[this.#setUpByClient, clientOf(address)]], nowMs)
  }

  /**
   * Counts a sign-up.
   *
   * @throws {Failure} `rate_limited` (`too_many`) above the limit.
   */
  takeSignUp(address: string, nowMs: number): void {
    take([[this.#signUpByClient, clientOf(address)]], nowMs)
  }

  /**
   * Counts a passkey challenge.
   *
   * @throws {Failure} `rate_limited` (`too_many`) above the limit.
   */
  takeChallenge(address: string, nowMs: number): void {
    take([[this.#challengesByClient, clientOf(address)]], nowMs)
  }

  /**
   * Checks a password for an e-mail address, with or without an account. Only wrong ones stay counted.
   *
   * @throws {Failure} `rate_limited` (`too_many`) above a limit; then `guess` is not called.
   */
  async signIn<Result>(
    { email, address, isFamiliar }: SignInAttempt,
    nowMs: number,
    guess: Guess<Result>,
  ): Promise<Result> {
    const pair = `${email} ${networkOf(address)}`
    const own: Limits = [
      [this.#signInByNetwork, pair],
      [this.#signInByNetworkLong, pair],
      [this.#signInByClient, clientOf(address)],
    ]
    const all: Limits = [[this.#signInByAddress, email]]
    const isPassedBy = waitMs(all, nowMs) > 0 && (await isFamiliar())
    return guessed(isPassedBy ? own : [...own, ...all], nowMs, guess)
  }

  /**
   * Checks a code or a passkey of a visitor who is not signed in.
   *
   * @throws {Failure} as `signIn`.
   */
  code<Result>(address: string, nowMs: number, guess: Guess<Result>): Promise<Result> {
    return guessed([[this.#signInByClient, clientOf(address)]], nowMs, guess)
  }

  /**
   * Checks a password, code or passkey in a session that is signed in.
   *
   * @throws {Failure} as `signIn`.
   */
  proof<Result>(account: AccountId, nowMs: number, guess: Guess<Result>): Promise<Result> {
    return guessed([[this.#proofByAccount, account]], nowMs, guess)
  }

  /**
   * Stores a wrong password for a later audit entry. An entry written at once would change the response time
   * and so reveal which addresses have an account.
   */
  noteFailure(email: string, { address, userAgent }: Visitor, atMs: number): void {
    const count = (this.#failures.get(email)?.count ?? 0) + 1
    if (count > 1 || this.#failures.size < FAILURES_MAX) {
      this.#failures.set(email, { email, count, atMs, address, userAgent })
    }
  }

  /** Returns the stored failures and deletes them. */
  takeFailures(): readonly FailedSignIns[] {
    const failures = [...this.#failures.values()]
    this.#failures.clear()
    return failures
  }
}

type Limits = readonly (readonly [counter: AttemptCounter, name: string])[]
type Guess<Result> = () => Promise<{ readonly isWrong: boolean; readonly result: Result }>

/** Milliseconds until every limit allows one more attempt. */
function waitMs(limits: Limits, nowMs: number): number {
  return Math.max(...limits.map(([counter, name]) => counter.waitMs(name, nowMs)))
}

function isTaken(limits: Limits, nowMs: number): boolean {
  if (waitMs(limits, nowMs) > 0) return false
  for (const [counter, name] of limits) counter.note(name, nowMs)
  return true
}

/**
 * Counts an attempt for all limits.
 *
 * @throws {Failure} `rate_limited` (`too_many`) with the time to wait.
 */
function take(limits: Limits, nowMs: number): void {
  if (isTaken(limits, nowMs)) return
  throw new Failure('rate_limited', 'Too many attempts.', [], 'too_many', waitMs(limits, nowMs))
}

/**
 * Counts an attempt before it is checked, so that attempts at the same time cannot exceed the limit; a right
 * one is uncounted.
 */
async function guessed<Result>(limits: Limits, nowMs: number, guess: Guess<Result>): Promise<Result> {
  take(limits, nowMs)
  let isWrong = false
  try {
    const outcome = await guess()
    isWrong = outcome.isWrong
    return outcome.result
  } finally {
    if (!isWrong) for (const [counter, name] of limits) counter.takeBack(name, nowMs)
  }
}
