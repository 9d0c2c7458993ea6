/**
 * Typing errors anywhere in the name, its form included: an adjacent key, two letters swapped, one doubled,
 * one missing.
 */
import type { Random } from '../../corpus/random.ts'
import type { Noise, NoiseFamily } from '../noise.ts'
import { lettersIn } from '../tokens.ts'

/** A German keyboard, row by row; a key's neighbours are beside it and above and below. */
const ROWS = ['1234567890ß', 'qwertzuiopü', 'asdfghjklöä', 'yxcvbnm']
const NEIGHBOURS = neighbours()

/** With fewer letters a slip leaves nothing to know the name by. */
const LETTERS_MIN = 4

function neighbours(): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  ROWS.forEach((row, y) => {
    ;[...row].forEach((key, x) => {
      const above = ROWS[y - 1] ?? ''
      const below = ROWS[y + 1] ?? ''
      const near = [row[x - 1], row[x + 1], above[x], above[x + 1], below[x - 1], below[x]]
      map.set(key, near.filter((one) => one !== undefined && /[a-zäöüß]/.test(one)).join(''))
    })
  })
  return map
}

/** One slip at a random letter or digit. */
export function slip(text: string, random: Random): string {
  const places = [...text.matchAll(/[\p{L}\p{N}]/gu)].map((match) => match.index)
  for (;;) {
    const changed = slipAt(text, random.oneOf(places), random)
    if (changed !== text) return changed
  }
}

function slipAt(text: string, at: number, random: Random): string {
  const [before, letter, after] = [text.slice(0, at), text[at] as string, text.slice(at + 1)]
  switch (random.below(4)) {
    case 0:
      return before + neighbourOf(letter, random) + after
    case 1:
      return /^[\p{L}\p{N}]/u.test(after) ? before + after[0] + letter + after.slice(1) : text
    case 2:
      return before + letter + letter + after
    default:
      return before + after
  }
}

function neighbourOf(letter: string, random: Random): string {
  const lower = letter.toLowerCase()
  const near = NEIGHBOURS.get(lower)
  if (near === undefined) return letter
  const key = random.oneOf([...near])
  return letter === lower ? key : key.toUpperCase()
}

const slips =
  (count: number): Noise =>
  ({ company, random }) => {
    if (lettersIn(company.name) < LETTERS_MIN) return undefined
    let text = company.name
    for (let i = 0; i < count; i++) text = slip(text, random)
    return text === company.name ? undefined : text
  }

export const SLIP_NOISE: NoiseFamily = { 'one slip': slips(1), 'two slips': slips(2) }
