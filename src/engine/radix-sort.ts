/** Sorting millions of things by numbers, without making objects of them. */

const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS

/**
 * The permutation that puts things in order of their keys: `order[i]` = which thing comes i-th.
 * Stable. `keys` are compared one after the other, the most important one first. O(n) for each key.
 */
export function sortedOrder(
  count: number,
  keys: readonly (Uint32Array | Uint16Array | Uint8Array)[],
): Uint32Array {
  let order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  let other = new Uint32Array(count)
  for (const key of [...keys].reverse()) {
    for (let shift = 0; shift < key.BYTES_PER_ELEMENT * 8; shift += DIGIT_BITS) {
      sortByDigit(key, shift, order, other)
      ;[order, other] = [other, order]
    }
  }
  return order
}

function sortByDigit(key: ArrayLike<number>, shift: number, from: Uint32Array, to: Uint32Array): void {
  const starts = new Uint32Array(DIGITS + 1)
  for (let i = 0; i < from.length; i++) {
    const digit = ((key[i] as number) >>> shift) & (DIGITS - 1)
    starts[digit + 1] = (starts[digit + 1] as number) + 1
  }
  for (let digit = 0; digit < DIGITS; digit++)
    starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number)
  for (let i = 0; i < from.length; i++) {
    const thing = from[i] as number
    const digit = ((key[thing] as number) >>> shift) & (DIGITS - 1)
    const place = starts[digit] as number
    to[place] = thing
    starts[digit] = place + 1
  }
}
