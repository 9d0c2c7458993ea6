/** The marks in one name: which query words have an answer there, and where. */
import type { WordRun } from '../likeness/word-alignment.ts'
import type { TextRange } from '../text/fold-places.ts'
import type { HighlightQuery } from './highlight-query.ts'
import type { Mark, PlacedName } from './placed-name.ts'

/** Collects the marks of a name. */
export class NameMarks {
  readonly #marks: Mark[] = []
  readonly #isAnswered: boolean[]
  readonly #isMarked: boolean[]
  readonly #name: PlacedName

  constructor(query: HighlightQuery, name: PlacedName) {
    this.#isAnswered = query.words.map(() => false)
    this.#isMarked = name.words.map(() => false)
    this.#name = name
  }

  /** Whether no query word has an answer. */
  get isEmpty(): boolean {
    return !this.#isAnswered.includes(true)
  }

  /** Whether every query word has an answer. */
  get isComplete(): boolean {
    return !this.#isAnswered.includes(false)
  }

  /** Whether each of these query words has an answer. */
  isAnswered([from, to]: WordRun): boolean {
    for (let i = from; i < to; i++) if (!this.#isAnswered[i]) return false
    return true
  }

  isMarked(nameWord: number): boolean {
    return this.#isMarked[nameWord]!
  }

  /** Marks the words of the name from the first to the last letter as the answer to the query's words. */
  addWords(query: WordRun, [from, to]: WordRun): void {
    this.addLetters(query, [from, to], this.#name.places[to - 1]![1])
  }

  /** Marks the words of the name, the last one up to `end`. */
  addLetters([queryFrom, queryTo]: WordRun, [from, to]: WordRun, end: number): void {
    this.#isAnswered.fill(true, queryFrom, queryTo)
    this.#isMarked.fill(true, from, to)
    this.addMark([this.#name.places[from]![0], end])
  }

  addMark(mark: Mark): void {
    this.#marks.push(mark)
  }

  /** Returns the marks in code points of the name, sorted; marks that overlap are one. */
  ranges(): readonly TextRange[] {
    const { text } = this.#name
    const sorted = this.#marks
      .map(([start, end]) => text.rangeOf(start, end))
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    const ranges: [number, number][] = []
    for (const [start, end] of sorted) {
      const last = ranges.at(-1)
      if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end)
      else ranges.push([start, end])
    }
    return ranges
  }
}
