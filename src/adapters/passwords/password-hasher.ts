import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../../core/accounts/password-hasher.ts'
import { Failure } from '../../core/failure.ts'

/** The minimum of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The value of `Algorithm.Argon2id` of the library, whose enumeration cannot be imported as a value. */
const ARGON2ID = 2

/** Number of hashes that one process computes at the same time; each takes a core and 19 MiB. */
export const HASHES_MAX = 2
/** Number of hashes that may wait; further ones are refused. */
export const WAITING_MAX = 50

/**
 * Hashes passwords with argon2id, a few at a time; the results are PHC strings. Passwords are normalized to
 * NFC first.
 */
export class ArgonPasswordHasher implements PasswordHasher {
  readonly #waiting: (() => void)[] = []
  #running = 0

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password.normalize('NFC'), { ...COST, algorithm: ARGON2ID }))
  }

  verify(stored: string, password: string): Promise<boolean> {
    return this.#inTurn(() => verify(stored, password.normalize('NFC')))
  }

  /** Number of hashes that run and that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  async #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    if (this.#running < HASHES_MAX) this.#running++
    else await this.#turn()
    try {
      return await step()
    } finally {
      // The slot is passed on without being freed, so that a new caller cannot take it in between.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) {
      throw new Failure(
        'service_unavailable',
        'Too many passwords are waiting to be hashed.',
        [],
        'busy_hashing',
      )
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
