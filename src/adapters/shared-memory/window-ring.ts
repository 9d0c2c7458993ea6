/**
 * A sliding window of 64 slots, in shared memory. Each slot spans 1/63 of the window and stores how much
 * was counted in it and when last. A slot counts, whole, while its last count is younger than the window.
 *
 * So the sum is never below what was counted in the last `windowUs`: a limit checked against it is
 * never exceeded in any window. And `windowUs` after the last count the sum is 0: whoever waits a window has all again.
 * 63 slots and the one begun hold every moment of a window, so a slot that is written anew was no longer counted.
 *
 * A ring is `RING_CELLS` numbers from `at` on: 64 times of the last count (µs), then 64 amounts. The caller holds
 * the lock that guards it, and reads the time while holding it, so that times never go back.
 */

export const SLOTS = 64
/** Numbers that a ring takes. */
export const RING_CELLS = 2 * SLOTS

/** Width of a slot; rounded up, so that 63 of them are never less than the window. */
function slotWidthUs(windowUs: number): number {
  return Math.ceil(windowUs / (SLOTS - 1))
}

/** What counts at `nowUs`. */
export function usedInWindow(cells: Float64Array, at: number, windowUs: number, nowUs: number): number {
  const since = nowUs - windowUs
  let used = 0
  for (let slot = at; slot < at + SLOTS; slot++) {
    if (cells[slot]! > since) used += cells[slot + SLOTS]!
  }
  return used
}

/** Counts `amount` at `nowUs`. */
export function countInWindow(
  cells: Float64Array,
  at: number,
  windowUs: number,
  nowUs: number,
  amount: number,
): void {
  const width = slotWidthUs(windowUs)
  const number = Math.floor(nowUs / width)
  const slot = at + (number % SLOTS)
  if (Math.floor(cells[slot]! / width) !== number) cells[slot + SLOTS] = 0
  cells[slot] = nowUs
  cells[slot + SLOTS] = cells[slot + SLOTS]! + amount
}

/** Takes back what was counted at `countedUs`; nothing when that slot has been written anew since. */
export function takeBackInWindow(
  cells: Float64Array,
  at: number,
  windowUs: number,
  countedUs: number,
  amount: number,
): void {
  const width = slotWidthUs(windowUs)
  const number = Math.floor(countedUs / width)
  const slot = at + (number % SLOTS)
  if (Math.floor(cells[slot]! / width) !== number) return
  cells[slot + SLOTS] = Math.max(0, cells[slot + SLOTS]! - amount)
}

/**
 * Microseconds from `nowUs` until at least `amount` of what counts now does not any more, when nothing
 * else is counted meanwhile. 0 when `amount` is 0 or nothing counts; the whole window when less than `amount` counts.
 */
export function freeInUs(
  cells: Float64Array,
  at: number,
  windowUs: number,
  nowUs: number,
  amount: number,
): number {
  if (amount <= 0) return 0
  const since = nowUs - windowUs
  const oldest = Math.floor(nowUs / slotWidthUs(windowUs)) + 1
  let freed = 0
  let counted = false
  for (let i = 0; i < SLOTS; i++) {
    const slot = at + ((oldest + i) % SLOTS)
    if (!(cells[slot]! > since) || cells[slot + SLOTS] === 0) continue
    counted = true
    freed += cells[slot + SLOTS]!
    if (freed >= amount) return cells[slot]! - since
  }
  return counted ? windowUs : 0
}
