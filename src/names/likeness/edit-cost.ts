/**
 * Weighted edit distance: edits that people and scanners easily make are cheap, edits that make another word
 * are expensive.
 */

import * as spellings from '../text/letter-confusions.ts'
import type { Letters } from '../text/letters.ts'
import { LETTERS_MAX } from '../text/letters.ts'

const { NEAR_SOUND_COST, NEIGHBOUR_KEY_COST, OCR_COST, EDIT_COST, SWAP_COST, UMLAUT_COST } = spellings

/**
 * Extra cost of an edit in the first letter, which people usually get right. Edits that cost at most
 * `OCR_COST` have no extra cost.
 */
const FIRST_LETTER_EXTRA_COST = 5
/** Another digit is another number. */
const DIGIT_COST = 20
/** A silent h inserted or deleted. */
const SILENT_H_COST = 5

const ASCII = 128
const DIGITS = '0123456789'
const IMPOSSIBLE_COST = 0xffff
/**
 * Buffers for the distance matrix and the costs of single letters, reused by every call. The module runs in
 * one thread and never re-enters.
 */
const cells = new Uint32Array((LETTERS_MAX + 1) * (LETTERS_MAX + 1))
const indelCostsOfA = new Uint32Array(LETTERS_MAX)
const indelCostsOfB = new Uint32Array(LETTERS_MAX)

const SUBSTITUTION_COSTS = substitutionTable()
const PAIRS = [...spellings.KEY_PAIRS, ...spellings.OTHER_PAIRS]
const PAIR_COSTS = pairTable()
/**
 * By first and second letter: 1 if the two are a pair of any single letter. Most are not, and this lookup is
 * faster than the map.
 */
const IS_PAIR = Uint8Array.from({ length: ASCII * ASCII }, (_, i) =>
  PAIRS.some(([pair]) => codeOf(pair) * ASCII + pair.charCodeAt(1) === i) ? 1 : 0,
)
/** Cost of inserting or deleting a letter, by the letter before (after) it and the letter itself. */
const INDEL_COST_AFTER = indelTable((pair, single) =>
  pair[0] === single ? [codeOf(single), pair.charCodeAt(1)] : undefined,
)
const INDEL_COST_BEFORE = indelTable((pair, single) =>
  pair[1] === single ? [codeOf(single), codeOf(pair)] : undefined,
)

function codeOf(letter: string): number {
  return letter.charCodeAt(0)
}

/** Returns the substitution costs by two letters. */
function substitutionTable(): Uint8Array {
  const table = new Uint8Array(ASCII * ASCII).fill(EDIT_COST)
  const set = (a: string, b: string, cost: number) => {
    table[codeOf(a) * ASCII + codeOf(b)] = cost
    table[codeOf(b) * ASCII + codeOf(a)] = cost
  }
  const setAll = (letters: string, cost: number) => {
    for (const a of letters) for (const b of letters) set(a, b, cost)
  }
  for (const [a, b] of neighbourKeys()) set(a, b, NEIGHBOUR_KEY_COST)
  for (const letters of spellings.NEAR_SOUNDS) setAll(letters, NEAR_SOUND_COST)
  setAll(DIGITS, DIGIT_COST)
  for (const [a, b, cost] of [...spellings.KEY_SINGLES, ...spellings.OTHER_SINGLES]) set(a, b, cost)
  return table
}

function neighbourKeys(): readonly (readonly [string, string])[] {
  return spellings.KEY_ROWS.flatMap((row, r) => {
    const above = spellings.KEY_ROWS[r - 1] ?? ''
    return [...row].flatMap((key, i) => {
      const others = [row.charAt(i + 1), above.charAt(i), above.charAt(i + 1)]
      return others.filter((other) => other !== '').map((other) => [key, other] as const)
    })
  })
}

/** Returns the cost of replacing a pair of letters by a single one, or the reverse. */
function pairTable(): ReadonlyMap<number, number> {
  return new Map(
    PAIRS.map(([pair, single, cost]) => [pairKey(codeOf(pair), pair.charCodeAt(1), codeOf(single)), cost]),
  )
}

/**
 * Returns the insertion costs of letters next to a neighbour. `lettersOf` returns the neighbour that stays
 * and the inserted letter of a pair.
 */
function indelTable(
  lettersOf: (pair: string, single: string) => readonly [number, number] | undefined,
): Uint8Array {
  const table = new Uint8Array(ASCII * ASCII).fill(EDIT_COST)
  for (let neighbour = 0; neighbour < ASCII; neighbour++) {
    table[neighbour * ASCII + codeOf('h')] = SILENT_H_COST
    for (const digit of DIGITS) table[neighbour * ASCII + codeOf(digit)] = DIGIT_COST
    if (neighbour > codeOf('9')) table[neighbour * ASCII + neighbour] = OCR_COST
  }
  table[codeOf('s') * ASCII + codeOf('s')] = UMLAUT_COST
  for (const [pair, single, cost] of PAIRS) {
    const letters = lettersOf(pair, single)
    if (letters !== undefined) table[letters[0] * ASCII + letters[1]] = cost
  }
  return table
}

function pairKey(first: number, second: number, single: number): number {
  return (first * ASCII + second) * ASCII + single
}

/**
 * Returns the minimum sum of edit costs that turns one word into the other; an ordinary edit costs
 * `EDIT_COST`. Symmetric. Compares only the part between the common prefix and the common suffix.
 */
export function editCost(a: Letters, b: Letters): number {
  let from = 0
  let endA = a.length
  let endB = b.length
  while (from < endA && from < endB && a.codes[from] === b.codes[from]) from++
  while (endA > from && endB > from && a.codes[endA - 1] === b.codes[endB - 1]) {
    endA--
    endB--
  }
  if (from === endA) return writeIndelCosts(b, from, endB, indelCostsOfB)
  if (from === endB) return writeIndelCosts(a, from, endA, indelCostsOfA)
  return matrixCost(a, b, from, endA - from, endB - from)
}

/** Writes the insertion cost of each letter and returns the sum. */
function writeIndelCosts(word: Letters, from: number, to: number, costs: Uint32Array): number {
  let sum = 0
  for (let i = from; i < to; i++) {
    costs[i - from] = indelCost(word, i)
    sum += costs[i - from] as number
  }
  return sum
}

/**
 * Fills the distance matrix: each cell is the minimum cost between prefixes of `a` and `b` that begin at
 * `from`.
 */
function matrixCost(a: Letters, b: Letters, from: number, lengthA: number, lengthB: number): number {
  const stride = lengthB + 1
  writeIndelCosts(a, from, from + lengthA, indelCostsOfA)
  writeIndelCosts(b, from, from + lengthB, indelCostsOfB)
  cells[0] = 0
  for (let j = 1; j <= lengthB; j++) cells[j] = (cells[j - 1] as number) + (indelCostsOfB[j - 1] as number)
  for (let i = 1; i <= lengthA; i++) fillRow(a, b, from, i, stride)
  return cells[lengthA * stride + lengthB] as number
}

/** Fills one row. The code is inlined because every similar word is compared here. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: with a function for each step it takes five times as long.
function fillRow(a: Letters, b: Letters, from: number, i: number, stride: number): void {
  const indel = indelCostsOfA[i - 1] as number
  const letter = a.codes[from + i - 1] as number
  const before = i > 1 ? (a.codes[from + i - 2] as number) : ASCII
  const isPair = mayBePair(before, letter)
  const row = i * stride
  cells[row] = (cells[row - stride] as number) + indel
  for (let j = 1; j < stride; j++) {
    const cell = row + j
    const other = b.codes[from + j - 1] as number
    let least =
      (cells[cell - stride - 1] as number) + substitutionCost(letter, other, from + i === 1 || from + j === 1)
    if ((cells[cell - stride] as number) + indel < least) least = (cells[cell - stride] as number) + indel
    const left = (cells[cell - 1] as number) + (indelCostsOfB[j - 1] as number)
    if (left < least) least = left
    if (isPair)
      least = Math.min(least, (cells[cell - 2 * stride - 1] as number) + pairCost(before, letter, other))
    if (j > 1) {
      const otherBefore = b.codes[from + j - 2] as number
      if (mayBePair(otherBefore, other)) {
        least = Math.min(least, (cells[cell - stride - 2] as number) + pairCost(otherBefore, other, letter))
      }
      if (i > 1 && letter === otherBefore && before === other) {
        const swap = from + i === 2 || from + j === 2 ? SWAP_COST + FIRST_LETTER_EXTRA_COST : SWAP_COST
        least = Math.min(least, (cells[cell - 2 * stride - 2] as number) + swap)
      }
    }
    cells[cell] = least
  }
}

function mayBePair(first: number, second: number): boolean {
  return first < ASCII && second < ASCII && IS_PAIR[first * ASCII + second] === 1
}

/** Returns the cost of two letters for one. */
function pairCost(first: number, second: number, single: number): number {
  return single < ASCII
    ? (PAIR_COSTS.get(pairKey(first, second, single)) ?? IMPOSSIBLE_COST)
    : IMPOSSIBLE_COST
}

function substitutionCost(letter: number, other: number, isFirst: boolean): number {
  if (letter === other) return 0
  const cost =
    letter < ASCII && other < ASCII ? (SUBSTITUTION_COSTS[letter * ASCII + other] as number) : EDIT_COST
  return isFirst && cost > OCR_COST ? cost + FIRST_LETTER_EXTRA_COST : cost
}

/** Returns the cost of inserting or deleting the letter at `i`. */
function indelCost({ codes, length }: Letters, i: number): number {
  const letter = codes[i] as number
  const previous = i > 0 ? (codes[i - 1] as number) : 0
  const next = i + 1 < length ? (codes[i + 1] as number) : 0
  if (letter >= ASCII) return EDIT_COST
  const cost = Math.min(
    previous < ASCII ? (INDEL_COST_AFTER[previous * ASCII + letter] as number) : EDIT_COST,
    next < ASCII ? (INDEL_COST_BEFORE[next * ASCII + letter] as number) : EDIT_COST,
  )
  return i === 0 && cost > OCR_COST ? cost + FIRST_LETTER_EXTRA_COST : cost
}
