/**
 * Alignment of the words of a query with the words of a name: one to one, or one to several where spaces
 * differ.
 */

import type { SplitLikeness } from './compound-splits.ts'
import { isLetter } from './compound-splits.ts'
import type { WordLikeness } from './word-likeness.ts'

/**
 * A match between the words [queryFrom, queryTo) of the query and the words [nameFrom, nameTo) of the name.
 */
export interface WordLink {
  readonly queryFrom: number
  readonly queryTo: number
  readonly nameFrom: number
  readonly nameTo: number
  /** `joined`: several words on one side, with or without an edit. */
  readonly kind: WordLikeness['kind'] | 'joined'
  readonly edits: number
  readonly cost: number
}

/** Compares the words of one query with the words of one name by their indexes. */
export interface WordComparer {
  /** `false` only if `joinedAt` and `splitAt` return `undefined` for all words. */
  readonly mayHaveJoins?: boolean
  likenessAt(query: number, name: number): WordLikeness | undefined
  /**
   * Returns the likeness of words [from, to) of the query, joined, to a word of the name: `joinedLikeness`.
   */
  joinedAt(from: number, to: number, name: number): SplitLikeness | undefined
  /**
   * Returns the likeness of a word of the query to the words [from, to) of the name, joined: `splitLikeness`.
   */
  splitAt(query: number, from: number, to: number): SplitLikeness | undefined
}

/** Maximum words that may be written as one. There may be more single letters. */
export const JOINED_WORDS_MAX = 3
/** Maximum single letters that may be one word: `P E M A`. */
export const LETTER_RUN_MAX = 8

/** The words of a query and their `joinableRuns`, computed once for many names. */
interface QueryWords {
  readonly words: readonly string[]
  readonly runs: readonly WordRun[]
}

/**
 * Returns the links; each word is in at most one. The most similar words are linked first, then the remaining
 * words that are joined or split.
 */
export function alignWords(
  { words: query, runs: queryRuns }: QueryWords,
  name: readonly string[],
  comparer: WordComparer,
): readonly WordLink[] {
  const queryFree = query.map(() => true)
  const nameFree = name.map(() => true)
  const links: WordLink[] = []
  const addIfFree = (link: WordLink) => {
    if (!isFree(queryFree, link.queryFrom, link.queryTo) || !isFree(nameFree, link.nameFrom, link.nameTo))
      return
    queryFree.fill(false, link.queryFrom, link.queryTo)
    nameFree.fill(false, link.nameFrom, link.nameTo)
    links.push(link)
  }
  for (const link of wordLinks(query.length, name.length, comparer)) addIfFree(link)
  if (comparer.mayHaveJoins !== false && queryFree.includes(true) && nameFree.includes(true)) {
    for (const link of joinLinks(queryRuns, queryFree, joinableRuns(name), nameFree, comparer))
      addIfFree(link)
  }
  return links.length < 2 ? links : links.sort((a, b) => a.queryFrom - b.queryFrom)
}

function isFree(free: readonly boolean[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!free[i]) return false
  return true
}

/**
 * Returns pairs of similar words, the most similar first, and among equal ones those at similar positions.
 */
function wordLinks(query: number, name: number, comparer: WordComparer): readonly WordLink[] {
  const links: WordLink[] = []
  for (let i = 0; i < query; i++) {
    for (let j = 0; j < name; j++) {
      const likeness = comparer.likenessAt(i, j)
      if (likeness === undefined) continue
      const { kind, edits, cost } = likeness
      links.push({ queryFrom: i, queryTo: i + 1, nameFrom: j, nameTo: j + 1, kind, edits, cost })
    }
  }
  if (links.length < 2) return links
  const distance = (link: WordLink) => Math.abs(link.queryFrom - link.nameFrom)
  return links.sort(
    (a, b) =>
      a.cost - b.cost || distance(a) - distance(b) || a.queryFrom - b.queryFrom || a.nameFrom - b.nameFrom,
  )
}

function joinLinks(
  queryRuns: readonly WordRun[],
  queryFree: readonly boolean[],
  nameRuns: readonly WordRun[],
  nameFree: readonly boolean[],
  comparer: WordComparer,
): readonly WordLink[] {
  const links: WordLink[] = []
  const add = (
    like: SplitLikeness | undefined,
    [queryFrom, queryTo]: WordRun,
    [nameFrom, nameTo]: WordRun,
  ) => {
    if (like !== undefined) links.push({ queryFrom, queryTo, nameFrom, nameTo, kind: 'joined', ...like })
  }
  eachFreeRun(queryRuns, queryFree, (from, to) => {
    for (let j = 0; j < nameFree.length; j++) {
      if (nameFree[j]) add(comparer.joinedAt(from, to, j), [from, to], [j, j + 1])
    }
  })
  eachFreeRun(nameRuns, nameFree, (from, to) => {
    for (let i = 0; i < queryFree.length; i++) {
      if (queryFree[i]) add(comparer.splitAt(i, from, to), [i, i + 1], [from, to])
    }
  })
  // A different space alone comes before one with an edit.
  return links.sort((a, b) => a.edits - b.edits)
}

function eachFreeRun(
  runs: readonly WordRun[],
  free: readonly boolean[],
  visit: (from: number, to: number) => void,
): void {
  for (const [from, to] of runs) if (isFree(free, from, to)) visit(from, to)
}

/** The words [from, to). */
export type WordRun = readonly [from: number, to: number]

/**
 * Returns the runs of words [from, to) that may be written as one: two or three words, or up to
 * `LETTER_RUN_MAX` single letters; longest first.
 */
export function joinableRuns(words: readonly string[]): readonly WordRun[] {
  const runs: [number, number][] = []
  for (let from = 0; from < words.length - 1; from++) {
    let letters = from
    while (letters < words.length && letters - from < LETTER_RUN_MAX && isLetter(words[letters] as string))
      letters++
    const most = Math.min(words.length, Math.max(from + JOINED_WORDS_MAX, letters))
    for (let to = most; to > from + 1; to--) runs.push([from, to])
  }
  return runs.sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
}
