/** PostgreSQL with `pg_trgm`: the same name, then all words by full text, then names that are alike, a strict limit before a loose one. */
import { join } from 'node:path'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'
import { everyWord, PostgresNames, WORD_INDEXES } from './postgres-names.ts'

/** A function for each limit, as the limit is a setting and prepared statements cannot set one. */
const SEARCH = `create extension if not exists pg_trgm;
create or replace function alike_strict(asked text, form_asked text, hits int) returns setof int language plpgsql
  set pg_trgm.similarity_threshold = 0.6 as $$ begin return query
  select place from company where core % asked
  order by similarity(core, asked) desc, (form = form_asked) desc, length(name), place limit hits; end $$;
create or replace function alike(asked text, form_asked text, hits int) returns setof int language plpgsql
  set pg_trgm.similarity_threshold = 0.3 as $$ begin return query
  select place from company where core % asked
  order by similarity(core, asked) desc, (form = form_asked) desc, length(name), place limit hits; end $$;
create or replace function search(asked text, form_asked text, every text, hits int) returns setof int language plpgsql as $$ begin
  return query select place from company where core = asked order by (form = form_asked) desc, length(name), place limit hits;
  if found then return; end if;
  return query select place from company where words @@ to_tsquery('simple', every)
    order by similarity(core, asked) desc, (form = form_asked) desc, length(name), place limit hits;
  if found then return; end if;
  return query select * from alike_strict(asked, form_asked, hits);
  if found then return; end if;
  return query select * from alike(asked, form_asked, hits);
end $$;`

const INDEXES = [
  'create extension if not exists pg_trgm',
  'create index company_trigrams on company using gin (core gin_trgm_ops)',
  ...WORD_INDEXES,
]

export class PostgresTrigrams implements Neighbour {
  readonly #names: PostgresNames

  constructor(folder: string) {
    this.#names = new PostgresNames(join(folder, 'postgres-trigrams'))
  }

  version(): Promise<string> {
    return this.#names.version()
  }

  async build(names: Iterable<NamedCompany>): Promise<void> {
    await this.#names.build(names, INDEXES)
    await this.#prepare()
  }

  async open(): Promise<boolean> {
    if (!(await this.#names.open())) return false
    await this.#prepare()
    return true
  }

  async ask(asked: Asked, limit: number): Promise<readonly number[]> {
    const values = [asked.core, asked.form, everyWord(asked), String(limit)]
    const rows = await this.#names.client.execute('search', values)
    return rows.map(([place]) => Number(place))
  }

  diskBytes(): Promise<number> {
    return this.#names.diskBytes()
  }

  get server(): NonNullable<Neighbour['server']> {
    return this.#names.server
  }

  close(): void {
    this.#names.close()
  }

  async #prepare(): Promise<void> {
    await this.#names.client.query(SEARCH)
    await this.#names.client.prepare('search', 'select * from search($1, $2, $3, $4::int)')
  }
}
