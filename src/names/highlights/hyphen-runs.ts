/** Hyphenated words written as one. */
import type { WordRun } from '../likeness/word-alignment.ts'
import { CHAIN_PARTS_MAX } from '../reading/hyphenated-words.ts'

/**
 * Returns every run of 2 to `CHAIN_PARTS_MAX` hyphenated words with its letters. `hyphens[i]`: a hyphen joins
 * `words[i]` to the next word.
 */
export function hyphenRuns(
  words: readonly string[],
  hyphens: readonly boolean[],
): readonly (readonly [letters: string, WordRun])[] {
  const runs: [string, WordRun][] = []
  for (let from = 0; from < words.length; from++) {
    let letters = words[from]!
    const most = Math.min(words.length, from + CHAIN_PARTS_MAX)
    for (let to = from + 1; to < most && hyphens[to - 1]; to++) {
      letters += words[to]
      runs.push([letters, [from, to + 1]])
    }
  }
  return runs
}
