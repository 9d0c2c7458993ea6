/**
 * A sliding window of 64 slots in shared memory. Each slot spans 1/63 of the window and stores the amount
 * that was counted in it and the time of its last count. A slot counts in full while its last count is
 * younger than the window.
 *
 * So the sum is never below what was counted in the last `windowUs`: a limit checked against it is never
 * exceeded in any window. And `windowUs` after the last count the sum is 0. 63 slots and the current one
 * cover every moment of a window, so a slot that is overwritten no longer counted.
 *
 * A ring is `RING_CELLS` numbers from `at` on: 64 times of the last count (µs), then 64 amounts. The caller
 * holds the lock that guards it, and reads the time while holding it, so that times never go back.
 */

/** Number of slots of a ring. */
export const SLOTS = 64
/** Numbers that a ring takes. */
export const RING_CELLS = 2 * SLOTS

/** Returns the width of a slot in µs, rounded up, so that 63 slots are never shorter than the window. */
function slotWidthUs(windowUs: number): number {
  return Math.ceil(windowUs / (SLOTS - 1))
}

/** Returns the amount that counts at `nowUs`. */
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

/** Takes back `amount` counted at `countedUs`; does nothing if that slot has been overwritten since. */
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
 * Returns the time in µs from `nowUs` until at least `amount` of what counts now has expired, if nothing else
 * is counted. Returns 0 if `amount` is 0 or nothing counts, and the whole window if less than `amount`
 * counts.
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
