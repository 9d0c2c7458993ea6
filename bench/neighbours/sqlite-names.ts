/**
 * SQLite FTS5 in one file: the same name, then all words (the last one also as a beginning) by `bm25`; what is indexed and what is asked
 * when both find nothing are settings.
 */
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'

/** Half a gigabyte of pages kept by SQLite, the rest by the page cache of the system through the memory map. */
const PRAGMAS = ['cache_size = -524288', 'mmap_size = 4294967296', 'temp_store = memory']

const TABLE = `create table company (place integer primary key, name text not null, core text not null, form text not null)`

/** The names that are the same without their form; the form of the query first, then short names. */
const SAME_NAMES = `select place from company where core = ? order by form = ? desc, length(name), place limit ?`

/** One column: `bm25` already prefers short names to long ones with the same words. */
const BY_RANK = `select rowid from words where words match ? order by rank limit ?`

/** Answers places, best first. */
export type Search = (asked: Asked, limit: number) => readonly number[]

/** One way to set it up. */
export interface SqliteSettings {
  /** Name of the database. */
  readonly file: string
  /** Makes the FTS5 table `words` from the table `company`, and what else is searched. */
  readonly fullText: string
  /** What is asked where neither a name is the same nor holds all words. */
  readonly otherwise: (database: Database.Database) => Search
}

interface Opened {
  readonly database: Database.Database
  readonly search: Search
}

/** The names in SQLite FTS5. */
export class SqliteNames implements Neighbour {
  readonly #settings: SqliteSettings
  readonly #path: string
  #opened: Opened | undefined

  constructor(folder: string, settings: SqliteSettings) {
    this.#settings = settings
    this.#path = join(folder, settings.file)
  }

  version(): string {
    const [version] = this.#open.database.prepare('select sqlite_version()').pluck().all()
    return `SQLite ${version} (better-sqlite3)`
  }

  /** Opens the file of an earlier build that came to its end. */
  async open(): Promise<boolean> {
    if (!existsSync(this.#path)) return false
    const database = new Database(this.#path)
    for (const setting of PRAGMAS) database.pragma(setting)
    const isWhole = database.pragma('user_version', { simple: true }) === 1
    if (isWhole) this.#opened = { database, search: searchOf(database, this.#settings) }
    else database.close()
    return isWhole
  }

  /** Fills the tables in one transaction. */
  async build(names: Iterable<NamedCompany>): Promise<void> {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(this.#path + end, { force: true })
    const database = new Database(this.#path)
    for (const setting of [...PRAGMAS, 'journal_mode = off', 'synchronous = off']) database.pragma(setting)
    database.exec(TABLE)
    const insert = database.prepare('insert into company values (?, ?, ?, ?)')
    database.transaction(() => {
      for (const { place, name, core, form } of names) insert.run(place, name, core, form)
    })()
    database.exec(`create index company_core on company (core, form);
      ${this.#settings.fullText}
      insert into words (words) values ('rebuild');
      insert into words (words) values ('optimize');
      analyze; pragma user_version = 1;`)
    this.#opened = { database, search: searchOf(database, this.#settings) }
  }

  ask(asked: Asked, limit: number): readonly number[] {
    return this.#open.search(asked, limit)
  }

  diskBytes(): number {
    return statSync(this.#path).size
  }

  close(): void {
    this.#opened?.database.close()
    this.#opened = undefined
  }

  get #open(): Opened {
    if (this.#opened === undefined) throw new Error('Neither built nor opened.')
    return this.#opened
  }
}

function searchOf(database: Database.Database, { otherwise }: SqliteSettings): Search {
  const same = database.prepare<[string, string, number], number>(SAME_NAMES).pluck()
  const ranked = rankedBy(database)
  const others = otherwise(database)
  return (asked, limit) => {
    const hits = same.all(asked.core, asked.form, limit)
    if (hits.length < limit) addPlaces(hits, ranked(everyWord(asked), limit), limit)
    return hits.length > 0 ? hits : others(asked, limit)
  }
}

/** The best names for what is asked in FTS5's language. */
export function rankedBy(database: Database.Database): (match: string, limit: number) => readonly number[] {
  const statement = database.prepare<[string, number], number>(BY_RANK).pluck()
  return (match, limit) => statement.all(match, limit)
}

/** Full text over words; the names come folded, `remove_diacritics` takes what is left. */
export const WORDS_TABLE = `create virtual table words using fts5(
  core, content = 'company', content_rowid = 'place', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');`

/** In FTS5's language: all words, the last one also as a beginning. */
function everyWord(asked: Asked): string {
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
function addPlaces(hits: number[], more: readonly number[], limit: number): void {
  for (const place of more) {
    if (hits.length >= limit) return
    if (!hits.includes(place)) hits.push(place)
  }
}
