/** How many slips of the pen lie between two words. */

/**
 * Damerau-Levenshtein distance with neighbour swaps (optimal string alignment): insertions, deletions, replacements and swaps
 * of neighbours cost one each. Counts UTF-16 units. Returns `atMost + 1` as soon as the distance is known to be larger.
 */
export function editDistance(a: string, b: string, atMost: number): number {
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = nextRow(a, b, i, row, before)
    if (Math.min(...next) > atMost) return atMost + 1
    before = row
    row = next
  }
  return Math.min(row[b.length]!, atMost + 1)
}

/** One row of the distance matrix: `row` is the one above, `before` the one above that. */
function nextRow(a: string, b: string, i: number, row: number[], before: number[]): number[] {
  const next = [i]
  for (let j = 1; j <= b.length; j++) {
    const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
    let least = Math.min(replaced, row[j]! + 1, next[j - 1]! + 1)
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    if (swapped) least = Math.min(least, before[j - 2]! + 1)
    next.push(least)
  }
  return next
}
