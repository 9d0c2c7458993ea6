/** The edit distance between two words. */

/** Capacity, in UTF-16 units, of the preallocated buffers. Longer texts allocate their own for the call. */
const UNITS_CAPACITY = 1024
const CELLS_CAPACITY = 3 * (UNITS_CAPACITY + 1)

/** Buffers reused by every call. The module runs in one thread and never re-enters. */
const scratch = {
  a: new Uint32Array(UNITS_CAPACITY),
  b: new Uint32Array(UNITS_CAPACITY),
  cells: new Uint32Array(CELLS_CAPACITY),
}

/**
 * Returns the Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions
 * and transpositions of neighbours cost one each. Counts UTF-16 units. Returns `atMost + 1` as soon as the
 * distance is known to be larger. Takes time proportional to the length of the part that differs times
 * `atMost`, and allocates nothing up to 1,024 units.
 */
export function editDistance(a: string, b: string, atMost: number): number {
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1
  let from = 0
  let endA = a.length
  let endB = b.length
  while (from < endA && from < endB && a.charCodeAt(from) === b.charCodeAt(from)) from++
  while (endA > from && endB > from && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  const unitsA = unitsOf(a, from, endA, scratch.a)
  return distanceWithin(unitsA, endA - from, unitsOf(b, from, endB, scratch.b), endB - from, atMost)
}

function unitsOf(text: string, from: number, to: number, buffer: Uint32Array): Uint32Array {
  const units = to - from <= buffer.length ? buffer : new Uint32Array(to - from)
  for (let i = from; i < to; i++) units[i - from] = text.charCodeAt(i)
  return units
}

/** Returns the same distance between the numbers `a[0 … lengthA)` and `b[0 … lengthB)`. */
export function distanceWithin(
  a: Uint32Array,
  lengthA: number,
  b: Uint32Array,
  lengthB: number,
  atMost: number,
): number {
  if (Math.abs(lengthA - lengthB) > atMost) return atMost + 1
  const stride = lengthB + 1
  const cells = 3 * stride <= CELLS_CAPACITY ? scratch.cells : new Uint32Array(3 * stride)
  const firstEnd = Math.min(lengthB, atMost + 1)
  for (let j = 0; j <= firstEnd; j++) cells[j] = j
  for (let i = 1; i <= lengthA; i++) {
    if (fillRow(cells, stride, i, a, b, atMost) > atMost) return atMost + 1
  }
  return Math.min(cells[(lengthA % 3) * stride + lengthB] as number, atMost + 1)
}

/**
 * Fills row `i` of the matrix within the band of `atMost`, and one cell beyond on either side. Three rows are
 * kept in rotation. Returns the smallest cell of the row.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the loop runs for every cell; calls in it double its time.
function fillRow(
  cells: Uint32Array,
  stride: number,
  i: number,
  a: Uint32Array,
  b: Uint32Array,
  atMost: number,
): number {
  const row = (i % 3) * stride
  const above = ((i + 2) % 3) * stride
  const twoAbove = ((i + 1) % 3) * stride
  const from = i > atMost ? i - atMost : 1
  const to = i + atMost < stride ? i + atMost : stride - 1
  let least = from === 1 ? i : atMost + 1
  cells[row + from - 1] = least
  for (let j = from; j <= to; j++) {
    let value = (cells[above + j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
    if (value > (cells[above + j] as number) + 1) value = (cells[above + j] as number) + 1
    if (value > (cells[row + j - 1] as number) + 1) value = (cells[row + j - 1] as number) + 1
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
      if (value > (cells[twoAbove + j - 2] as number) + 1) value = (cells[twoAbove + j - 2] as number) + 1
    }
    cells[row + j] = value
    if (value < least) least = value
  }
  if (to < stride - 1) cells[row + to + 1] = atMost + 1
  return least
}
