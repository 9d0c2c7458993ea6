/** Answers to the last questions, by question. */
import type { SearchAnswer } from './answers.ts'

/** Older answers make room. */
const ANSWERS_MAX = 30
/** An older answer is asked for anew. As long as people may read about a company before they come back. */
const FRESH_MS = 30 * 60_000

export class KeptAnswers {
  readonly #answers = new Map<string, { readonly answer: SearchAnswer; readonly atMs: number }>()

  get(key: string): SearchAnswer | undefined {
    const kept = this.#answers.get(key)
    return kept !== undefined && Date.now() - kept.atMs < FRESH_MS ? kept.answer : undefined
  }

  put(key: string, answer: SearchAnswer): void {
    this.#answers.delete(key)
    this.#answers.set(key, { answer, atMs: Date.now() })
    for (const old of this.#answers.keys()) {
      if (this.#answers.size <= ANSWERS_MAX) return
      this.#answers.delete(old)
    }
  }

  drop(key: string): void {
    this.#answers.delete(key)
  }
}
