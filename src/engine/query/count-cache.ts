/** A cache of counts by text. The same common prefixes are searched again and again. */

/** Maximum number of entries: a few hundred kilobytes per thread. */
const ENTRIES_MAX = 4096

/** A cache of numbers by text. */
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

  /**
   * Stores a count. There are two generations: when the younger is full it replaces the older, and entries
   * that were not read meanwhile are evicted.
   */
  set(text: string, count: number): void {
    if (this.#recent.size >= ENTRIES_MAX / 2) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(text, count)
  }
}
