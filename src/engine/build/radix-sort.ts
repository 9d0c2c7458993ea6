/** Sorts millions of items by numeric keys without allocating objects. */

const BITS_OF_MANY = 16
/**
 * For few items clearing the table of starts would dominate: twice 256 counters are cheaper than once 65,536.
 */
const BITS_OF_FEW = 8
/** Where the two widths cost about the same. */
const FEW_MAX = 30_000

/**
 * Returns the permutation that sorts items by their keys: `order[i]` is the i-th item. Stable. `keys` are
 * compared in turn, most significant first. O(n) per key.
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

/** `starts` has one element more than a digit has values. */
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
    const position = starts[digit] as number
    to[position] = item
    starts[digit] = position + 1
  }
}
