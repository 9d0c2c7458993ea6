/** PostgreSQL: one server, the names in one table; what is indexed and how it is asked are settings. */
import { join } from 'node:path'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'
import type { PostgresClient } from './postgres-client.ts'
import { PostgresServer } from './postgres-server.ts'

/** Rows sent to COPY at once. */
const BATCH_ROWS = 1_000

const TABLE = `drop table if exists company cascade;
create table company (place integer not null, name text not null, core text not null, form text not null, seat text not null);`

/** One way to set it up. */
export interface PostgresSettings {
  /** Name of the server's folder. */
  readonly folder: string
  /** Statements after the table is filled. */
  readonly indexes: readonly string[]
  /** Statements that define the function `search`, which answers places. */
  readonly functions: string
  /** The types of what `search` takes; the last is the number of hits. */
  readonly takes: readonly ('text' | 'int')[]
  /** What `search` takes for a query, without the number of hits. */
  readonly valuesOf: (asked: Asked) => readonly string[]
}

/** The names in PostgreSQL. */
export class PostgresNames implements Neighbour {
  readonly #settings: PostgresSettings
  readonly #server: PostgresServer
  #running: PostgresClient | undefined

  constructor(folder: string, settings: PostgresSettings) {
    this.#settings = settings
    this.#server = new PostgresServer(join(folder, settings.folder))
  }

  get #client(): PostgresClient {
    if (this.#running === undefined) throw new Error('Neither built nor opened.')
    return this.#running
  }

  async version(): Promise<string> {
    const [row] = await this.#client.query('show server_version')
    return `PostgreSQL ${row?.[0]}`
  }

  /** Starts the server; `true` when an earlier build came to its end. */
  async open(): Promise<boolean> {
    this.#running ??= await this.#server.start()
    const [row] = await this.#client.query(`select to_regclass('built') is not null`)
    if (row?.[0] !== 't') return false
    await this.#prepare()
    return true
  }

  async build(names: Iterable<NamedCompany>): Promise<void> {
    this.#running ??= await this.#server.start()
    await this.#client.query(`drop table if exists built; ${TABLE}`)
    await this.#client.copy('company', copyLines(names))
    await this.#client.query('create index company_core on company (core, form)')
    for (const statement of this.#settings.indexes) await this.#client.query(statement)
    await this.#client.query('vacuum analyze company')
    await this.#client.query('create table built ()')
    await this.#client.query('checkpoint')
    await this.#prepare()
  }

  async ask(asked: Asked, limit: number): Promise<readonly number[]> {
    const rows = await this.#client.execute('search', [...this.#settings.valuesOf(asked), String(limit)])
    return rows.map(([place]) => Number(place))
  }

  /** Table and indexes, asked of the server. */
  async diskBytes(): Promise<number> {
    const [row] = await this.#client.query(`select pg_total_relation_size('company')`)
    return Number(row?.[0])
  }

  get server(): PostgresServer {
    return this.#server
  }

  close(): void {
    this.#running?.close()
    this.#running = undefined
    this.#server.stop()
  }

  async #prepare(): Promise<void> {
    const places = this.#settings.takes.map((type, i) => `$${i + 1}::${type}`)
    await this.#client.query(this.#settings.functions)
    await this.#client.prepare('search', `select * from search(${places.join(', ')})`)
  }
}

/** Names are no language: `simple` neither stems nor leaves words out. The names come folded, so `unaccent` has nothing to do. */
export const WORD_INDEXES = [
  `alter table company add column words tsvector generated always as (to_tsvector('simple', core)) stored`,
  'create index company_words on company using gin (words)',
]

/** For `to_tsquery`: all words, the last one also as a beginning. */
export function everyWord(asked: Asked): string {
  return `${askedWords(asked).join(' & ')}:*`
}

/** For `to_tsquery`: any of the words. */
export function anyWord(asked: Asked): string {
  return askedWords(asked).join(' | ')
}

/** Words hold nothing but letters and digits. */
function askedWords({ core }: Asked): string[] {
  return [...new Set(core.split(' '))].map((word) => `'${word}'`)
}

function* copyLines(names: Iterable<NamedCompany>): Generator<string> {
  let lines: string[] = []
  for (const { place, name, core, form, seat } of names) {
    lines.push([String(place), ...[name, core, form, seat].map(escaped)].join('\t'))
    if (lines.length < BATCH_ROWS) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\')
}
