/** SQLite FTS5 over words: the same name, then all words (the last one also as a beginning), then any of the words by `bm25`. */
import { join } from 'node:path'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'
import {
  addPlaces,
  anyWord,
  BY_RANK,
  everyWord,
  SAME_NAMES,
  SqliteNames,
  WORDS_TABLE,
} from './sqlite-names.ts'

export class SqliteWords implements Neighbour {
  readonly #names: SqliteNames
  #same: ((...values: unknown[]) => number[]) | undefined
  #ranked: ((...values: unknown[]) => number[]) | undefined

  constructor(folder: string) {
    this.#names = new SqliteNames(join(folder, 'sqlite-words.db'))
  }

  version(): string {
    return this.#names.version()
  }

  async build(names: Iterable<NamedCompany>): Promise<void> {
    this.#names.build(names, WORDS_TABLE)
    this.#prepare()
  }

  async open(): Promise<boolean> {
    if (!this.#names.open()) return false
    this.#prepare()
    return true
  }

  ask(asked: Asked, limit: number): readonly number[] {
    const hits = this.#same?.(asked.core, asked.form, limit) ?? []
    if (hits.length < limit) addPlaces(hits, this.#ranked?.(everyWord(asked), limit) ?? [], limit)
    if (hits.length === 0) addPlaces(hits, this.#ranked?.(anyWord(asked), limit) ?? [], limit)
    return hits
  }

  diskBytes(): number {
    return this.#names.diskBytes()
  }

  close(): void {
    this.#names.close()
  }

  #prepare(): void {
    this.#same = this.#names.places(SAME_NAMES)
    this.#ranked = this.#names.places(BY_RANK)
  }
}
