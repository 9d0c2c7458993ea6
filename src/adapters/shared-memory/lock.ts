/**
 * A lock word in shared memory. It holds the number of its owner, so that the lock of a dead thread can be
 * freed.
 */

const FREE = 0
/** Attempts before a waiting thread sleeps; a lock is held for about a microsecond. */
const SPIN_TRIES_MAX = 50
/** Sleep between attempts, in ms; it bounds the wait if a wake-up is missed. */
const SLEEP_MS = 1

/** Takes the lock and waits as long as needed. `owner` is the thread's number, from 1. Not re-entrant. */
export function takeLock(cells: Int32Array, at: number, owner: number): void {
  for (let tries = 1; ; tries++) {
    const holder = Atomics.compareExchange(cells, at, FREE, owner)
    if (holder === FREE) return
    if (tries > SPIN_TRIES_MAX) Atomics.wait(cells, at, holder, SLEEP_MS)
  }
}

/** Frees the lock and wakes one waiting thread. */
export function freeLock(cells: Int32Array, at: number): void {
  Atomics.store(cells, at, FREE)
  Atomics.notify(cells, at, 1)
}

/**
 * Frees the lock if the dead thread `owner` holds it. A count may be half done then, which only makes the
 * limit slightly stricter.
 */
export function freeLockOfDead(cells: Int32Array, at: number, owner: number): void {
  if (Atomics.compareExchange(cells, at, owner, FREE) === owner) Atomics.notify(cells, at)
}
