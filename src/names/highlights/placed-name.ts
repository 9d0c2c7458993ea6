/** Reading of a name that keeps the place of each word. */
import { expandWords } from '../reading/expand-words.ts'
import { findForm } from '../reading/find-form.ts'
import type { FormCode } from '../reading/legal-form.ts'
import { extractStatus } from '../reading/name-status.ts'
import { splitWords, type Word } from '../reading/split-words.ts'
import { foldWithPlaces, type PlacedText } from '../text/fold-places.ts'

/** Units `[start, end)` of a folded text. */
export type Mark = readonly [start: number, end: number]

/** A name that has been read as `readName` does, with the places of its words. */
export interface PlacedName {
  readonly text: PlacedText
  /** The folded words without form and status. */
  readonly words: readonly string[]
  /** By word: its place. */
  readonly places: readonly Mark[]
  /** By word: a hyphen joins it to the next one of `words`. */
  readonly hyphens: readonly boolean[]
  /** The codes that `readName` returns as `form` and `companyForm`. */
  readonly forms: readonly FormCode[]
  /** The places of the form; several if other words stand between its words. */
  readonly formPlaces: readonly Mark[]
}

/** Reads a name. Never throws. */
export function readPlacedName(name: string): PlacedName {
  const text = foldWithPlaces(name.toWellFormed())
  const { words } = extractStatus(expandWords(splitWords(text.folded)))
  const form = findForm(words)
  const isForm = (at: number) => form?.wordIndexes.has(at) ?? false
  const kept = words.filter((_, i) => !isForm(i))
  return {
    text,
    words: kept.map((word) => word.text),
    places: kept.map(({ start, end }) => [start, end]),
    hyphens: words.map(({ hyphen }, i) => hyphen && !isForm(i + 1)).filter((_, i) => !isForm(i)),
    forms: [form?.code, form?.companyForm].filter((code) => code !== undefined),
    formPlaces: form === undefined ? [] : placesOfRuns(words, form.wordIndexes),
  }
}

/** Returns one place for each run of neighbouring words. */
function placesOfRuns(words: readonly Word[], indexes: ReadonlySet<number>): readonly Mark[] {
  const places: [number, number][] = []
  words.forEach(({ start, end }, i) => {
    if (!indexes.has(i)) return
    if (indexes.has(i - 1)) places.at(-1)![1] = end
    else places.push([start, end])
  })
  return places
}
