/** Numbers by text, of what comes again and again: the common beginnings are few. */

/** So many are remembered, a few hundred kilobytes a thread. */
const ENTRIES_MAX = 4096

export class CountCache {
  #recent = new Map<string, number>()
  #older = new Map<string, number>()

  get(text: string): number | undefined {
    const recent = this.#recent.get(text)
    if (recent !== undefined) return recent
    const older = this.#older.get(text)
    if (older !== undefined) this.set(text, older)
    return older
  }

  /** Two halves take turns: what was not asked for while one filled is forgotten. */
  set(text: string, count: number): void {
    if (this.#recent.size >= ENTRIES_MAX / 2) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(text, count)
  }
}
