/** Moves the usage that was counted in shared memory to the usage store. */
import type { AccountId } from '../core/identity/ids.ts'
import { addUsage, HOUR_MS, type UsageRow } from '../core/usage/usage.ts'
import type { UsageStore } from '../core/usage/usage-store.ts'
import type { SharedMemory } from './compose/supervisor.ts'

/** Stores the counted usage, by key and hour. */
export class UsageFlush {
  readonly #memory: Pick<SharedMemory, 'collectUsage'>
  readonly #store: UsageStore
  /** Usage that could not be stored yet, by key and hour. */
  #waiting = new Map<string, UsageRow>()

  constructor(memory: Pick<SharedMemory, 'collectUsage'>, store: UsageStore) {
    this.#memory = memory
    this.#store = store
  }

  /**
   * Stores what was counted since the last call, in the hour of `nowMs`.
   *
   * @returns the accounts whose keys were used.
   *
   * @throws {Failure} `service_unavailable` if it cannot be stored; the next call tries again.
   */
  async flush(nowMs: number): Promise<ReadonlySet<AccountId>> {
    for (const row of this.#memory.collectUsage(Math.floor(nowMs / HOUR_MS))) this.#keep(row)
    const rows = [...this.#waiting.values()]
    // Taken out before the store answers: a call in the meantime must not store the same rows.
    this.#waiting = new Map()
    try {
      if (rows.length > 0) await this.#store.add(rows)
    } catch (error) {
      for (const row of rows) this.#keep(row)
      throw error
    }
    return new Set(rows.map(({ account }) => account))
  }

  /** Stores the rest and closes the store. */
  async close(nowMs: number): Promise<void> {
    await this.flush(nowMs)
    await this.#store.close()
  }

  /** Deletes usage older than `beforeMs`. */
  async prune(beforeMs: number): Promise<void> {
    await this.#store.prune(Math.floor(beforeMs / HOUR_MS))
  }

  #keep(row: UsageRow): void {
    const name = `${row.key} ${row.hour}`
    const known = this.#waiting.get(name)
    this.#waiting.set(name, known === undefined ? row : { ...row, ...addUsage(known, row) })
  }
}
