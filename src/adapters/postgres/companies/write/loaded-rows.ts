/** Rows of companies in memory, which a batch reads and changes before they are stored together. */

/** The rows of one table by company and key. Only companies whose rows were loaded can be read. */
export class LoadedRows<Row> {
  readonly #table: string
  readonly #rows = new Map<number, Map<string, Row>>()
  /** The companies whose rows differ from those in the database. */
  readonly changed = new Set<number>()

  constructor(table: string) {
    this.#table = table
  }

  isLoaded(id: number): boolean {
    return this.#rows.has(id)
  }

  /** Adds a company whose rows follow, or one that has none. */
  begin(id: number): void {
    this.#rows.set(id, new Map())
  }

  /** Adds a row of the database. */
  add(id: number, key: string, row: Row): void {
    this.of(id).set(key, row)
  }

  /** Returns the rows of a company. @throws Error if they were not loaded. */
  of(id: number): Map<string, Row> {
    const rows = this.#rows.get(id)
    if (rows === undefined) throw new Error(`The rows of company ${id} in ${this.#table} were not loaded.`)
    return rows
  }

  put(id: number, key: string, row: Row): void {
    this.of(id).set(key, row)
    this.changed.add(id)
  }

  /** Deletes the rows whose keys are not kept; returns whether there were any. */
  keepOnly(id: number, isKept: (key: string) => boolean): boolean {
    const rows = this.of(id)
    const others = [...rows.keys()].filter((key) => !isKept(key))
    for (const key of others) rows.delete(key)
    if (others.length > 0) this.changed.add(id)
    return others.length > 0
  }

  /**
   * Moves the rows of a company to another one, apart from those of which that one has a later one. Returns whether that
   * changed the other company.
   */
  move(from: number, into: number, isLater: (moved: Row, present: Row) => boolean): boolean {
    const target = this.of(into)
    const moved = [...this.of(from)].filter(([key, row]) => {
      const present = target.get(key)
      return present === undefined || isLater(row, present)
    })
    for (const [key, row] of moved) this.put(into, key, row)
    this.keepOnly(from, () => false)
    return moved.length > 0
  }

  /** Yields the rows of all changed companies. */
  *changedRows(): Iterable<readonly [id: number, row: Row]> {
    for (const id of this.changed) for (const row of this.of(id).values()) yield [id, row]
  }
}
