/** PostgreSQL full text: the same name first, then all words (the last also as a beginning), then any of the words. */
import { join } from 'node:path'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'
import { anyWord, everyWord, PostgresNames, WORD_INDEXES } from './postgres-names.ts'

/** Normalisation 1: divided by 1 + log of the name's length, so that short names stand before long ones. */
const SEARCH = `create or replace function search(asked text, form_asked text, every text, any_of text, hits int)
returns setof int language plpgsql as $$ begin
  return query select place from company where core = asked order by (form = form_asked) desc, length(name), place limit hits;
  if found then return; end if;
  return query select place from company, to_tsquery('simple', every) query where words @@ query
    order by ts_rank(words, query, 1) desc, (form = form_asked) desc, length(name), place limit hits;
  if found then return; end if;
  return query select place from company, to_tsquery('simple', any_of) query where words @@ query
    order by ts_rank(words, query, 1) desc, (form = form_asked) desc, length(name), place limit hits;
end $$;`

export class PostgresText implements Neighbour {
  readonly #names: PostgresNames

  constructor(folder: string) {
    this.#names = new PostgresNames(join(folder, 'postgres-text'))
  }

  version(): Promise<string> {
    return this.#names.version()
  }

  async build(names: Iterable<NamedCompany>): Promise<void> {
    await this.#names.build(names, WORD_INDEXES)
    await this.#prepare()
  }

  async open(): Promise<boolean> {
    if (!(await this.#names.open())) return false
    await this.#prepare()
    return true
  }

  async ask(asked: Asked, limit: number): Promise<readonly number[]> {
    const values = [asked.core, asked.form, everyWord(asked), anyWord(asked), String(limit)]
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
    await this.#names.client.prepare('search', 'select * from search($1, $2, $3, $4, $5::int)')
  }
}
