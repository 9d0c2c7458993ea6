/** Marks of words that are equal, begin with the last word of the query, or have other hyphens. */
import type { WordRun } from '../likeness/word-alignment.ts'
import type { HighlightQuery } from './highlight-query.ts'
import { hyphenRuns } from './hyphen-runs.ts'
import type { NameMarks } from './name-marks.ts'
import type { PlacedName } from './placed-name.ts'
import { typedEnd } from './typed-letters.ts'

/**
 * Marks what a normal search finds (docs/search.md). `hasPrefix`: the query's last word may be the beginning of
 * a word.
 */
export function markEqualWords(
  query: HighlightQuery,
  name: PlacedName,
  marks: NameMarks,
  hasPrefix: boolean,
): void {
  query.words.forEach((word, i) => {
    const at = indexOfWord(word, name, marks)
    if (at >= 0) marks.addWords([i, i + 1], [at, at + 1])
  })
  if (marks.isComplete) return
  const nameRuns = hyphenRuns(name.words, name.hyphens)
  markJoinedWords(query, name, marks, nameRuns)
  if (hasPrefix) markPrefix(query, name, marks, nameRuns)
  if (!marks.isComplete && query.words.join('') === name.words.join('')) markAll(query, name, marks)
}

/** Marks each word of the name as the answer to the whole query. */
export function markAll(query: HighlightQuery, name: PlacedName, marks: NameMarks): void {
  for (let j = 0; j < name.words.length; j++) marks.addWords([0, query.words.length], [j, j + 1])
}

/** Returns the first place of the word that has no mark yet, else the first one; -1 if there is none. */
function indexOfWord(word: string, { words }: PlacedName, marks: NameMarks): number {
  const first = words.indexOf(word)
  let at = first
  while (at >= 0 && marks.isMarked(at)) at = words.indexOf(word, at + 1)
  return at < 0 ? first : at
}

type Run = readonly [letters: string, WordRun]

/** Marks `Müller-Bau` for `Müllerbau` and vice versa. */
function markJoinedWords(
  query: HighlightQuery,
  name: PlacedName,
  marks: NameMarks,
  nameRuns: readonly Run[],
): void {
  if (query.hyphenRuns.length === 0 && nameRuns.length === 0) return
  const runOf = new Map<string, WordRun>([...nameRuns, ...singles(name.words)])
  for (const [letters, run] of [...query.hyphenRuns, ...singles(query.words)]) {
    const found = marks.isAnswered(run) ? undefined : runOf.get(letters)
    if (found !== undefined) marks.addWords(run, found)
  }
}

function singles(words: readonly string[]): readonly Run[] {
  return words.map((word, i) => [word, [i, i + 1]])
}

/** Marks the typed letters of the shortest word that begins with the query's last word. */
function markPrefix(
  query: HighlightQuery,
  name: PlacedName,
  marks: NameMarks,
  nameRuns: readonly Run[],
): void {
  const last = query.words.length - 1
  const prefixes: readonly Run[] = [
    [query.words[last]!, [last, last + 1]],
    ...query.hyphenRuns.filter(([, [, to]]) => to === last + 1),
  ]
  const words = [...singles(name.words), ...nameRuns]
  for (const [prefix, run] of prefixes) {
    if (marks.isAnswered(run)) continue
    const longer = words.filter(([letters]) => letters.startsWith(prefix))
    const [shortest] = longer.sort((a, b) => a[0].length - b[0].length)
    if (shortest !== undefined) markTyped(prefix, run, shortest[1], name, marks)
  }
}

function markTyped(prefix: string, run: WordRun, [from, to]: WordRun, name: PlacedName, marks: NameMarks) {
  const end = name.places[to - 1]![1]
  const typed = typedEnd(name.text.folded, name.places[from]![0], end, prefix)
  marks.addLetters(run, [from, to], typed ?? end)
}
