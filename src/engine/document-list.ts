/** Sorted lists of documents: the raw material of every search. */

/** Documents `all[from … to)`, ascending. */
export interface DocumentList {
  readonly all: Uint32Array
  readonly from: number
  readonly to: number
}

/** First place in `all[from … to)` that holds `document` or a later one; steps double, then halve (galloping). */
export function gallop(all: Uint32Array, from: number, to: number, document: number): number {
  let step = 1
  let low = from
  while (low + step < to && (all[low + step] as number) < document) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((all[middle] as number) < document) low = middle + 1
    else high = middle
  }
  return low
}

/** The documents of several lists in one, ascending, each once. Bits, so that it costs the same for any number of lists. */
export function uniteLists(lists: readonly DocumentList[], documents: number): DocumentList {
  const count = lists.reduce((sum, list) => sum + list.to - list.from, 0)
  const all = count <= SORTED_MAX ? uniteBySorting(lists, count) : uniteByBits(lists, documents)
  return { all, from: 0, to: all.length }
}

/** Up to this many are sorted; beyond, setting and reading bits is quicker (measured at 1.5 million names). */
const SORTED_MAX = 2048

function uniteBySorting(lists: readonly DocumentList[], count: number): Uint32Array {
  const all = new Uint32Array(count)
  let filled = 0
  for (const list of lists) {
    all.set(list.all.subarray(list.from, list.to), filled)
    filled += list.to - list.from
  }
  all.sort()
  let kept = 0
  for (let i = 0; i < filled; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i] as number
  return all.subarray(0, kept)
}

function uniteByBits(lists: readonly DocumentList[], documents: number): Uint32Array {
  const bits = new Uint32Array((documents >>> 5) + 1)
  for (const { all, from, to } of lists) {
    for (let i = from; i < to; i++) {
      const document = all[i] as number
      bits[document >>> 5] = (bits[document >>> 5] as number) | (1 << (document & 31))
    }
  }
  return readBits(bits)
}

function readBits(bits: Uint32Array): Uint32Array {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += countBits(bits[i] as number)
  const all = new Uint32Array(count)
  let filled = 0
  for (let i = 0; i < bits.length; i++) {
    let left = bits[i] as number
    while (left !== 0) {
      const lowest = left & -left
      all[filled++] = i * 32 + 31 - Math.clz32(lowest)
      left ^= lowest
    }
  }
  return all
}

/** Number of set bits (Hacker's Delight, 5-1). */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
