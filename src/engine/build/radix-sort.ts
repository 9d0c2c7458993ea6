/** Sorting millions of things by numbers, without making objects of them. */

const BITS_OF_MANY = 16
/** Of few things the table of starts would cost more than the things: 256 places twice are less than 65,536 once. */
const BITS_OF_FEW = 8
/** Where the two widths cost about the same. */
const FEW_MAX = 30_000

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
  const bits = count > FEW_MAX ? BITS_OF_MANY : BITS_OF_FEW
  const starts = new Uint32Array((1 << bits) + 1)
  for (const key of [...keys].reverse()) {
    for (let shift = 0; shift < key.BYTES_PER_ELEMENT * 8; shift += bits) {
      sortByDigit(key, shift, starts, order, other)
      ;[order, other] = [other, order]
    }
  }
  return order
}

/** `starts` has one place more than a digit has values. */
function sortByDigit(
  key: ArrayLike<number>,
  shift: number,
  starts: Uint32Array,
  from: Uint32Array,
  to: Uint32Array,
): void {
  const digits = starts.length - 1
  starts.fill(0)
  for (let i = 0; i < from.length; i++) {
    const digit = ((key[i] as number) >>> shift) & (digits - 1)
    starts[digit + 1] = (starts[digit + 1] as number) + 1
  }
  for (let digit = 0; digit < digits; digit++)
    starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number)
  for (let i = 0; i < from.length; i++) {
    const item = from[i] as number
    const digit = ((key[item] as number) >>> shift) & (digits - 1)
    const place = starts[digit] as number
    to[place] = item
    starts[digit] = place + 1
  }
}
