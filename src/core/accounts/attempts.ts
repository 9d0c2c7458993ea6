/** The counters of one house, and what they refuse. */
import { clientOf } from '../access/client-address.ts'
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

/** Wrong passwords with one address since it was last told. */
export interface FailedSignIns {
  readonly email: string
  readonly count: number
  /** Of the last one. */
  readonly atMs: number
  readonly address: string
  readonly userAgent: string
}

/** Somebody shows a password. */
export interface SignInAttempt {
  readonly email: string
  /** Of the client. */
  readonly address: string
  /** Whether the account was used from there before: then guesses out of other networks do not hold it up. Asked only when they would. */
  readonly isFamiliar: () => boolean
}

/** Addresses with wrong passwords that are remembered until they are told; more are counted by the limits only. */
const FAILURES_MAX = 1000

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

  /** Whether one more letter may be written to the address for the client; if so it is counted. */
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

  /** A set-up code is tried. @throws Failure `rate_limited` (`too_many`). */
  takeSetUp(address: string, nowMs: number): void {
    take([[this.#setUpByClient, clientOf(address)]], nowMs)
  }

  /** Somebody signs up. @throws Failure `rate_limited` (`too_many`). */
  takeSignUp(address: string, nowMs: number): void {
    take([[this.#signUpByClient, clientOf(address)]], nowMs)
  }

  /** Somebody wants to show a passkey. @throws Failure `rate_limited` (`too_many`). */
  takeChallenge(address: string, nowMs: number): void {
    take([[this.#challengesByClient, clientOf(address)]], nowMs)
  }

  /** A password with an address, known or not. @throws Failure `rate_limited` (`too_many`), before it is tried. */
  signIn<Result>(
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
    const isPassedBy = waitMs(all, nowMs) > 0 && isFamiliar()
    return guessed(isPassedBy ? own : [...own, ...all], nowMs, guess)
  }

  /** A code or a passkey of somebody who is not signed in. @throws as `signIn`. */
  code<Result>(address: string, nowMs: number, guess: Guess<Result>): Promise<Result> {
    return guessed([[this.#signInByClient, clientOf(address)]], nowMs, guess)
  }

  /** Anything that somebody who is signed in must show again. @throws as `signIn`. */
  proof<Result>(account: AccountId, nowMs: number, guess: Guess<Result>): Promise<Result> {
    return guessed([[this.#proofByAccount, account]], nowMs, guess)
  }

  /** Remembers a wrong password, to be told later: what tells of it at once tells which addresses are known. */
  noteFailure(email: string, { address, userAgent }: Visitor, atMs: number): void {
    const count = (this.#failures.get(email)?.count ?? 0) + 1
    if (count > 1 || this.#failures.size < FAILURES_MAX) {
      this.#failures.set(email, { email, count, atMs, address, userAgent })
    }
  }

  /** What was remembered, and is forgotten by it. */
  takeFailures(): readonly FailedSignIns[] {
    const failures = [...this.#failures.values()]
    this.#failures.clear()
    return failures
  }
}

type Limits = readonly (readonly [counter: AttemptCounter, name: string])[]
type Guess<Result> = () => Promise<{ readonly isWrong: boolean; readonly result: Result }>

/** Until every one of them allows one more. */
function waitMs(limits: Limits, nowMs: number): number {
  return Math.max(...limits.map(([counter, name]) => counter.waitMs(name, nowMs)))
}

function isTaken(limits: Limits, nowMs: number): boolean {
  if (waitMs(limits, nowMs) > 0) return false
  for (const [counter, name] of limits) counter.note(name, nowMs)
  return true
}

/** @throws Failure `rate_limited` (`too_many`), which says how long to wait. */
function take(limits: Limits, nowMs: number): void {
  if (isTaken(limits, nowMs)) return
  throw new Failure('rate_limited', 'Too many attempts.', [], 'too_many', waitMs(limits, nowMs))
}

/** Counted before it is tried, so that many at the same time are no more than one after the other; a right one is taken back. */
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
