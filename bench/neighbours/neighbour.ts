/** The interface of every compared search product. */

/** One registered name as all neighbours get it. The reading (`core`, `form`) is the product's own: a gift to the neighbours. */
export interface NamedCompany {
  /** Place in the file of names; what a neighbour answers with. */
  readonly place: number
  readonly uuid: string
  /** As registered. */
  readonly name: string
  /** Folded: lower case, `ä` as `ae`, `ß` as `ss`, other accents off, everything else than letters and digits a blank. */
  readonly text: string
  /** `text` without legal form and status words, abbreviations written out, `&` as `und`. Never empty. */
  readonly core: string
  /** Code of the legal form, '' when the name tells none. */
  readonly form: string
  /** Folded seat, '' unknown. */
  readonly seat: string
  /** All that the product's own index wants to know of a company, as JSON. */
  readonly record: string
}

/** A query, read in the same way before the clock starts. */
export type Asked = Pick<NamedCompany, 'name' | 'text' | 'core' | 'form'>

/** A company in an answer: its place in the file of names, or its uuid. */
export type Answer = number | string

/** A way to search names that somebody could pick instead. */
export interface Neighbour {
  /** Of the software, e.g. `SQLite 3.50.2`. */
  version(): string | Promise<string>
  /** Reads all names and makes ready to be asked; leaves files in its folder, if it keeps any. */
  build(names: Iterable<NamedCompany>): Promise<void>
  /** Opens what an earlier `build` left behind; `false`: nothing whole is there. */
  open(): Promise<boolean>
  /** At most `limit` companies, best first. */
  ask(asked: Asked, limit: number): readonly Answer[] | Promise<readonly Answer[]>
  /** Bytes on disk that searching needs; 0: nothing. */
  diskBytes(): number | Promise<number>
  /** The server that does the work; without one this process does. */
  readonly server?: { memoryBytes(): number; processorMs(): number }
  close(): void | Promise<void>
}
