/**
 * Suspended hyphens: two words joined by `und` share a part that one side writes once and the other twice,
 * `Ostsee- und Nordseefischerei` and `Ostseefischerei und Nordseefischerei`.
 */
import { AND } from './compound-splits.ts'

/** Minimum letters of the shared part, `bau`, and of what each word has besides it. */
const PART_LETTERS_MIN = 3
/** Maximum letters of the words. No compound is longer. */
const LETTERS_MAX = 40

/** The words that each word of a query may stand for, besides itself. */
export type Completions = ReadonlyMap<string, ReadonlySet<string>>

const NO_COMPLETIONS: Completions = new Map()

/**
 * Returns the completions of the words before and after each `und`: with every ending or beginning of the
 * other word added, or with one that both share removed. Few of them are words of any name.
 */
export function completionsOf(words: readonly string[]): Completions {
  if (!words.includes(AND, 1)) return NO_COMPLETIONS
  const completions = new Map<string, Set<string>>()
  const add = (word: string, all: readonly string[]) => {
    completions.set(word, new Set([...(completions.get(word) ?? []), ...all]))
  }
  for (let i = 1; i < words.length - 1; i++) {
    const [before, behind] = [words[i - 1] as string, words[i + 1] as string]
    if (words[i] !== AND || !mayShare(before) || !mayShare(behind)) continue
    add(before, withEndingOf(before, behind))
    add(behind, withBeginningOf(behind, before))
  }
  return completions
}

function mayShare({ length }: string): boolean {
  return length >= PART_LETTERS_MIN && length <= LETTERS_MAX
}

/** Returns `ostseefischerei` for `ostsee`, and vice versa, before `nordseefischerei`. */
function withEndingOf(word: string, other: string): readonly string[] {
  const found: string[] = []
  for (let at = PART_LETTERS_MIN; at <= other.length - PART_LETTERS_MIN; at++) {
    const ending = other.slice(at)
    found.push(word + ending)
    const rest = word.length - ending.length
    if (rest >= PART_LETTERS_MIN && word.endsWith(ending)) found.push(word.slice(0, rest))
  }
  return found
}

/** Returns `obstvermarktung` for `vermarktung`, and vice versa, after `obstanbau`. */
function withBeginningOf(word: string, other: string): readonly string[] {
  const found: string[] = []
  for (let at = PART_LETTERS_MIN; at <= other.length - PART_LETTERS_MIN; at++) {
    const beginning = other.slice(0, at)
    found.push(beginning + word)
    if (word.length - at >= PART_LETTERS_MIN && word.startsWith(beginning)) found.push(word.slice(at))
  }
  return found
}
