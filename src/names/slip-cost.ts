/** How dear the slips between two words are: what people and scanners easily do is cheap, what makes another word of it is dear. */
import type { Letters } from './letters.ts'
import { LETTERS_MAX } from './letters.ts'
import * as spellings from './spellings.ts'

const { NEAR_SOUND, PICTURE, SLIP, SWAP, UMLAUT } = spellings

/** What a slip in the first letter costs more: people get the beginning right. What is cheap is cheap there too. */
const FIRST_MORE = 5
/** Another digit is another number. */
const DIGIT = 20
/** An h that is not heard. */
const SILENT_H = 5

const ASCII = 128
const DIGITS = '0123456789'
const NEVER = 0xffff
const STRIDE = LETTERS_MAX + 1
/** The distance matrix, used again by every call: one thread, never re-entered. */
const cells = new Uint16Array(STRIDE * STRIDE)

const REPLACED = replacementTable()
const PAIRS = [...spellings.KEY_PAIRS, ...spellings.OTHER_PAIRS]
const PAIR_COSTS = pairTable()
/** By the letter before (after) and a letter that only one of two words has: what that letter costs. */
const ODD_AFTER = oddTable((pair, single) =>
  pair[0] === single ? [codeOf(single), pair.charCodeAt(1)] : undefined,
)
const ODD_BEFORE = oddTable((pair, single) =>
  pair[1] === single ? [codeOf(single), codeOf(pair)] : undefined,
)

function codeOf(letter: string): number {
  return letter.charCodeAt(0)
}

/** By two letters: what it costs to write one for the other. */
function replacementTable(): Uint8Array {
  const table = new Uint8Array(ASCII * ASCII).fill(SLIP)
  const set = (a: string, b: string, cost: number) => {
    table[codeOf(a) * ASCII + codeOf(b)] = cost
    table[codeOf(b) * ASCII + codeOf(a)] = cost
  }
  const setAll = (letters: string, cost: number) => {
    for (const a of letters) for (const b of letters) set(a, b, cost)
  }
  for (const letters of spellings.NEAR_SOUNDS) setAll(letters, NEAR_SOUND)
  setAll(DIGITS, DIGIT)
  for (const [a, b, cost] of [...spellings.KEY_SINGLES, ...spellings.OTHER_SINGLES]) set(a, b, cost)
  return table
}

/** By a pair of letters and a single one: what it costs to write one for the other. */
function pairTable(): ReadonlyMap<number, number> {
  return new Map(
    PAIRS.map(([pair, single, cost]) => [pairKey(codeOf(pair), pair.charCodeAt(1), codeOf(single)), cost]),
  )
}

/** Letters that are there or not without being heard; `placesOf` tells the neighbour that stays and the odd letter of a pair. */
function oddTable(
  placesOf: (pair: string, single: string) => readonly [number, number] | undefined,
): Uint8Array {
  const table = new Uint8Array(ASCII * ASCII).fill(SLIP)
  for (let neighbour = 0; neighbour < ASCII; neighbour++) {
    table[neighbour * ASCII + codeOf('h')] = SILENT_H
    for (const digit of DIGITS) table[neighbour * ASCII + codeOf(digit)] = DIGIT
    if (neighbour > codeOf('9')) table[neighbour * ASCII + neighbour] = PICTURE
  }
  table[codeOf('s') * ASCII + codeOf('s')] = UMLAUT
  for (const [pair, single, cost] of PAIRS) {
    const places = placesOf(pair, single)
    if (places !== undefined) table[places[0] * ASCII + places[1]] = cost
  }
  return table
}

function pairKey(first: number, second: number, single: number): number {
  return (first * ASCII + second) * ASCII + single
}

/**
 * Least sum of the slips that make one word the other, `SLIP` for an ordinary one. Symmetric. Looks only at what lies between the
 * common beginning and the common end.
 */
export function slipCost(a: Letters, b: Letters): number {
  let from = 0
  let endA = a.length
  let endB = b.length
  while (from < endA && from < endB && a.codes[from] === b.codes[from]) from++
  while (endA > from && endB > from && a.codes[endA - 1] === b.codes[endB - 1]) {
    endA--
    endB--
  }
  for (let i = from; i <= endA; i++) {
    for (let j = from; j <= endB; j++) cells[i * STRIDE + j] = cellOf(a, b, from, i, j)
  }
  return cells[endA * STRIDE + endB] as number
}

/** Least cost of making `a[from … i)` of `b[from … j)`. */
function cellOf(a: Letters, b: Letters, from: number, i: number, j: number): number {
  const cell = i * STRIDE + j
  let least = i === from && j === from ? 0 : NEVER
  if (i > from) least = Math.min(least, (cells[cell - STRIDE] as number) + oddCost(a, i - 1))
  if (j > from) least = Math.min(least, (cells[cell - 1] as number) + oddCost(b, j - 1))
  if (i === from || j === from) return least
  least = Math.min(least, (cells[cell - STRIDE - 1] as number) + replacedCost(a, b, i - 1, j - 1))
  return Math.min(least, leastOfTwo(a, b, from, i, j))
}

/** Steps over two letters of a word at once: a swap, or two letters for one. */
function leastOfTwo(a: Letters, b: Letters, from: number, i: number, j: number): number {
  const cell = i * STRIDE + j
  const twoOfA = i - from > 1 ? (cells[cell - 2 * STRIDE - 1] as number) + pairCost(a, i, b, j) : NEVER
  const twoOfB = j - from > 1 ? (cells[cell - STRIDE - 2] as number) + pairCost(b, j, a, i) : NEVER
  const least = Math.min(twoOfA, twoOfB)
  if (i - from < 2 || j - from < 2 || !isSwap(a, i, b, j)) return least
  const swap = SWAP + (i === 2 || j === 2 ? FIRST_MORE : 0)
  return Math.min(least, (cells[cell - 2 * STRIDE - 2] as number) + swap)
}

/** Are the two letters before `i` those before `j`, the other way round? */
function isSwap(a: Letters, i: number, b: Letters, j: number): boolean {
  return a.codes[i - 1] === b.codes[j - 2] && a.codes[i - 2] === b.codes[j - 1]
}

/** Two letters before `end` in one word for the letter before `at` in the other. */
function pairCost(word: Letters, end: number, other: Letters, at: number): number {
  const first = word.codes[end - 2] as number
  const second = word.codes[end - 1] as number
  const single = other.codes[at - 1] as number
  if (first >= ASCII || second >= ASCII || single >= ASCII) return NEVER
  return PAIR_COSTS.get(pairKey(first, second, single)) ?? NEVER
}

function replacedCost(a: Letters, b: Letters, i: number, j: number): number {
  const letter = a.codes[i] as number
  const other = b.codes[j] as number
  if (letter === other) return 0
  const cost = letter < ASCII && other < ASCII ? (REPLACED[letter * ASCII + other] as number) : SLIP
  return (i === 0 || j === 0) && cost > PICTURE ? cost + FIRST_MORE : cost
}

/** A letter that the other word has not. */
function oddCost({ codes, length }: Letters, i: number): number {
  const letter = codes[i] as number
  const previous = i > 0 ? (codes[i - 1] as number) : 0
  const next = i + 1 < length ? (codes[i + 1] as number) : 0
  if (letter >= ASCII) return SLIP
  const cost = Math.min(
    previous < ASCII ? (ODD_AFTER[previous * ASCII + letter] as number) : SLIP,
    next < ASCII ? (ODD_BEFORE[next * ASCII + letter] as number) : SLIP,
  )
  return i === 0 && cost > PICTURE ? cost + FIRST_MORE : cost
}
