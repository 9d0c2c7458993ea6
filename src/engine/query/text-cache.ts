/** A cache by text. The same common words and prefixes are searched again and again. */
export class TextCache<Value> {
  readonly #entriesMax: number
  #recent = new Map<string, Value>()
  #older = new Map<string, Value>()

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  get(text: string): Value | undefined {
    const recent = this.#recent.get(text)
    if (recent !== undefined) return recent
    const older = this.#older.get(text)
    if (older !== undefined) this.set(text, older)
    return older
  }

  /**
   * Stores a value. There are two generations: when the younger is full it replaces the older, and entries
   * that were not read meanwhile are evicted.
   */
  set(text: string, value: Value): void {
    if (this.#recent.size >= this.#entriesMax / 2) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(text, value)
  }
}
