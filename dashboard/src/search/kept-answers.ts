/** A cache of the answers to recent searches. */

/** Beyond this number the oldest answers are dropped. */
const ANSWERS_MAX = 30
/** Older answers are loaded again. Long enough to read about a company and come back. */
const FRESH_MS = 30 * 60_000

export class KeptAnswers<Answer> {
  readonly #answers = new Map<string, { readonly answer: Answer; readonly atMs: number }>()

  get(key: string): Answer | undefined {
    const kept = this.#answers.get(key)
    return kept !== undefined && Date.now() - kept.atMs < FRESH_MS ? kept.answer : undefined
  }

  put(key: string, answer: Answer): void {
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
