import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../../core/accounts/password-hasher.ts'
import { Failure } from '../../core/failure.ts'

/** As OWASP's password storage cheat sheet asks at the least: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Algorithm.Argon2id of the library, whose enumeration cannot be imported as a value. */
const ARGON2ID = 2

/** Hashes of one process at the same time: each takes a processor and 19 MiB. */
export const HASHES_MAX = 2
/** Hashes that wait for their turn; the next is refused. */
export const WAITING_MAX = 50

/** argon2id, a few at a time; texts as the PHC string format writes them. Passwords are hashed in form NFC. */
export class ArgonPasswordHasher implements PasswordHasher {
  readonly #waiting: (() => void)[] = []
  #running = 0

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password.normalize('NFC'), { ...COST, algorithm: ARGON2ID }))
  }

  verify(stored: string, password: string): Promise<boolean> {
    return this.#inTurn(() => verify(stored, password.normalize('NFC')))
  }

  /** Of those that run, and those that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  async #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    if (this.#running < HASHES_MAX) this.#running++
    else await this.#turn()
    try {
      return await step()
    } finally {
      // A turn is handed on as it is: whoever comes next must not get between.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) {
      throw new Failure('service_unavailable', 'Too many passwords wait for their hash.', [], 'busy_hashing')
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
