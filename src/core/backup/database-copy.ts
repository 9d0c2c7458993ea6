/** A PostgreSQL database into which a dump was restored, compared with the one that was dumped. */

/** Rows of a table. */
export interface CopiedTable {
  readonly table: string
  /** `null`: the table is missing. */
  readonly rows: number | null
  /** In the database that was dumped, now; `null` if there is none to compare with. */
  readonly rowsNow: number | null
}

/** What was found. */
export interface DatabaseCopy {
  /** Name for people. */
  readonly name: string
  /** Name of the database that was dumped; `null` = not compared. */
  readonly original: string | null
  readonly schemas: Readonly<Record<string, number>>
  readonly tables: readonly CopiedTable[]
  /** Sequence number of its last change of companies. */
  readonly lastChange: number
  readonly lastChangeNow: number | null
  /** Sentences; none: a server can be started on it. */
  readonly faults: readonly string[]
}
