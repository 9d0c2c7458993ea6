/** What the set-ups of PostgreSQL share: one server, the names in one table. */
import type { Asked, NamedCompany } from './neighbour.ts'
import type { PostgresClient } from './postgres-client.ts'
import { PostgresServer } from './postgres-server.ts'

/** Rows sent to COPY at once. */
const BATCH_ROWS = 1_000

const TABLE = `drop table if exists company cascade;
create table company (place integer not null, name text not null, core text not null, form text not null, seat text not null);`

export class PostgresNames {
  readonly #server: PostgresServer
  #client: PostgresClient | undefined

  constructor(folder: string) {
    this.#server = new PostgresServer(folder)
  }

  get client(): PostgresClient {
    if (this.#client === undefined) throw new Error('Neither built nor opened.')
    return this.#client
  }

  async version(): Promise<string> {
    const [row] = await this.client.query('show server_version')
    return `PostgreSQL ${row?.[0]}`
  }

  /** Starts the server; `true` when an earlier build came to its end. */
  async open(): Promise<boolean> {
    this.#client ??= await this.#server.start()
    const [row] = await this.client.query(`select to_regclass('built') is not null`)
    return row?.[0] === 't'
  }

  async build(names: Iterable<NamedCompany>, indexes: readonly string[]): Promise<void> {
    this.#client ??= await this.#server.start()
    await this.client.query(`drop table if exists built; ${TABLE}`)
    await this.client.copy('company', copyLines(names))
    await this.client.query('create index company_core on company (core, form)')
    for (const statement of indexes) await this.client.query(statement)
    await this.client.query('vacuum analyze company')
    await this.client.query('create table built ()')
    await this.client.query('checkpoint')
  }

  /** Table and indexes, asked of the server. */
  async diskBytes(): Promise<number> {
    const [row] = await this.client.query(`select pg_total_relation_size('company')`)
    return Number(row?.[0])
  }

  get server(): PostgresServer {
    return this.#server
  }

  close(): void {
    this.#client?.close()
    this.#client = undefined
    this.#server.stop()
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
