/** A lock word in shared memory. It holds the number of its owner, so that the lock of a dead thread can be freed. */

const FREE = 0
/** Tries before a waiting thread goes to sleep; what a lock guards here takes about a microsecond. */
const SPIN_TRIES_MAX = 50
/** Sleep between looks; bounds the wait should a wake-up be missed. */
const SLEEP_MS = 1

/** Takes the lock, waiting as long as it needs. `owner` is the thread's number, from 1. Not re-entrant. */
export function takeLock(cells: Int32Array, at: number, owner: number): void {
  for (let tries = 1; ; tries++) {
    const holder = Atomics.compareExchange(cells, at, FREE, owner)
    if (holder === FREE) return
    if (tries > SPIN_TRIES_MAX) Atomics.wait(cells, at, holder, SLEEP_MS)
  }
}

/** Gives the lock back and wakes one who waits. */
export function freeLock(cells: Int32Array, at: number): void {
  Atomics.store(cells, at, FREE)
  Atomics.notify(cells, at, 1)
}

/** Frees the lock if the dead thread `owner` holds it; what it guarded may be half counted, which only limits a little more. */
export function freeLockOfDead(cells: Int32Array, at: number, owner: number): void {
  if (Atomics.compareExchange(cells, at, owner, FREE) === owner) Atomics.notify(cells, at)
}
