/** Runs steps of several owners with a limit, so that no owner keeps the others waiting with more than one step. */
import { Failure } from './failure.ts'

/** Limits of steps. */
export interface TurnLimits {
  /** Steps of all owners that run at the same time. */
  readonly runningMax: number
  /** Steps of all owners that wait. */
  readonly waitingMax: number
  /** Steps of one owner that wait. */
  readonly waitingOfOwnerMax: number
}

/** A step that waits. */
interface Waiting<Owner> {
  readonly owner: Owner
  readonly begin: () => void
}

/** At most one step of each owner runs at a time; the others wait in the order in which they came. */
export class FairTurns<Owner> {
  readonly #limits: TurnLimits
  readonly #running = new Set<Owner>()
  readonly #waiting: Waiting<Owner>[] = []

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /**
   * Runs a step when it is its turn.
   *
   * @throws {Failure} `service_unavailable` if too many steps of the owner or of all wait. Otherwise what the step throws.
   */
  async run<Result>(owner: Owner, step: () => Promise<Result>): Promise<Result> {
    this.#refuseTooMany(owner)
    const turn = Promise.withResolvers<void>()
    this.#waiting.push({ owner, begin: turn.resolve })
    this.#beginNext()
    await turn.promise
    try {
      return await step()
    } finally {
      this.#running.delete(owner)
      this.#beginNext()
    }
  }

  #refuseTooMany(owner: Owner): void {
    const { waitingMax, waitingOfOwnerMax } = this.#limits
    const own = this.#waiting.filter((one) => one.owner === owner)
    if (own.length >= waitingOfOwnerMax || this.#waiting.length >= waitingMax)
      throw new Failure(
        'service_unavailable',
        `${this.#waiting.length} steps wait, ${own.length} of this owner.`,
      )
  }

  #beginNext(): void {
    while (this.#running.size < this.#limits.runningMax) {
      const place = this.#waiting.findIndex(({ owner }) => !this.#running.has(owner))
      const next = this.#waiting[place]
      if (next === undefined) return
      this.#waiting.splice(place, 1)
      this.#running.add(next.owner)
      next.begin()
    }
  }
}
