/** What both set-ups of SQLite share: one file, the names in a plain table, an index for names that are the same. */
import { existsSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Asked, NamedCompany } from './neighbour.ts'

/** Half a gigabyte of pages kept by SQLite, the rest by the page cache of the system through the memory map. */
const SETTINGS = ['cache_size = -524288', 'mmap_size = 4294967296', 'temp_store = memory']

const TABLE = `create table company (place integer primary key, name text not null, core text not null, form text not null)`

export class SqliteNames {
  readonly path: string
  #database: Database.Database | undefined

  constructor(path: string) {
    this.path = path
  }

  get database(): Database.Database {
    if (this.#database === undefined) throw new Error('Neither built nor opened.')
    return this.#database
  }

  version(): string {
    const [version] = this.database.prepare('select sqlite_version()').pluck().all()
    return `SQLite ${version} (better-sqlite3)`
  }

  /** Opens the file of an earlier build that came to its end. */
  open(): boolean {
    if (!existsSync(this.path)) return false
    this.#database = new Database(this.path)
    for (const setting of SETTINGS) this.#database.pragma(setting)
    if (this.#database.pragma('user_version', { simple: true }) === 1) return true
    this.close()
    return false
  }

  /** Fills the tables in one transaction; `fullText` makes the FTS5 table `words` from the table `company`. */
  build(names: Iterable<NamedCompany>, fullText: string): void {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(this.path + end, { force: true })
    const database = new Database(this.path)
    this.#database = database
    for (const setting of [...SETTINGS, 'journal_mode = off', 'synchronous = off']) database.pragma(setting)
    database.exec(TABLE)
    const insert = database.prepare('insert into company values (?, ?, ?, ?)')
    database.transaction(() => {
      for (const { place, name, core, form } of names) insert.run(place, name, core, form)
    })()
    database.exec(`create index company_core on company (core, form);
      ${fullText}
      insert into words (words) values ('rebuild');
      insert into words (words) values ('optimize');
      analyze; pragma user_version = 1;`)
  }

  /** A statement that answers places. */
  places(sql: string): (...values: unknown[]) => number[] {
    const statement = this.database.prepare(sql).pluck()
    return (...values) => statement.all(...values) as number[]
  }

  diskBytes(): number {
    return statSync(this.path).size
  }

  close(): void {
    this.#database?.close()
    this.#database = undefined
  }
}

/** Names that are the same without their form; the form asked for first, then short names. */
export const SAME_NAMES = `select place from company where core = ? order by form = ? desc, length(name), place limit ?`

/** Full text over words; the names come folded, `remove_diacritics` takes what is left. */
export const WORDS_TABLE = `create virtual table words using fts5(
  core, content = 'company', content_rowid = 'place', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');`

/** One column: `bm25` already prefers short names to long ones with the same words. */
export const BY_RANK = `select rowid from words where words match ? order by rank limit ?`

/** In FTS5's language: all words, the last one also as a beginning. */
export function everyWord(asked: Asked): string {
  return `${quotedWords(asked).join(' AND ')} *`
}

/** In FTS5's language: any of the words. */
export function anyWord(asked: Asked): string {
  return quotedWords(asked).join(' OR ')
}

function quotedWords({ core }: Asked): string[] {
  return [...new Set(core.split(' '))].map((word) => `"${word}"`)
}

/** Adds places that are not there yet, until there are `limit`. */
export function addPlaces(hits: number[], more: readonly number[], limit: number): void {
  for (const place of more) {
    if (hits.length >= limit) return
    if (!hits.includes(place)) hits.push(place)
  }
}
