/** Notes of the entries in the files of an import, and the stored entries that are to be withdrawn. */
import type { CompanySource, SourceId } from '../../../../core/company/company.ts'
import type { FoundEntries, WithdrawnEntries } from '../../../../core/company/company-writer.ts'
import { Failure } from '../../../../core/failure.ts'
import type { FoundEntry } from '../../../company-rows/save/withdraw-entries.ts'
import { storableText } from '../../../sql/database/storable-text.ts'
import type { Statements } from '../../database/statements.ts'

/** Temporary tables, of this connection only; they end with it. */
const CREATE = `
  CREATE TEMP TABLE IF NOT EXISTS noted_entries (
    source text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    as_of text COLLATE "C" NOT NULL
  );
  CREATE TEMP TABLE IF NOT EXISTS found_entries (
    number bigint PRIMARY KEY,
    company_id integer NOT NULL,
    source text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL
  );
`
const DROP = 'DROP TABLE IF EXISTS pg_temp.noted_entries, pg_temp.found_entries'

const NOTE = `INSERT INTO noted_entries (source, source_key, as_of)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[])`

const IS_NOTED = `EXISTS (
  SELECT 1 FROM noted_entries n WHERE n.source = s.source AND n.source_key = s.source_key)`
const CONDITIONS: Readonly<Record<WithdrawnEntries, string>> = {
  noted: IS_NOTED,
  not_noted: `s.as_of <= noted.last_day AND NOT ${IS_NOTED}`,
}
const LAST_DAYS = 'SELECT source, max(as_of) AS last_day FROM noted_entries GROUP BY source'
const COUNT = `SELECT noted.source,
    (SELECT count(*) FROM company_sources s WHERE s.source = noted.source) AS entries,
    (SELECT count(*) FROM found_entries f WHERE f.source = noted.source) AS found
  FROM (${LAST_DAYS}) noted ORDER BY noted.source`

const LOST =
  'The connection to PostgreSQL was lost, and with it which entries the files have, so that nothing was withdrawn. Import them again.'

/** The notes on one connection. */
export class EntryNotes {
  /** `lost`: their connection is closed, and another one has none of them. */
  #state: 'none' | 'kept' | 'lost' = 'none'

  /** Call it when the connection was lost. */
  lose(): void {
    if (this.#state === 'kept') this.#state = 'lost'
  }

  /** Adds notes. */
  async note(statements: Statements, entries: readonly CompanySource[]): Promise<void> {
    await this.#begin(statements)
    await statements.run(NOTE, [
      entries.map(({ source }) => source),
      entries.map(({ sourceKey }) => storableText(sourceKey)),
      entries.map(({ asOf }) => asOf),
    ])
  }

  /** Finds the stored entries to withdraw. */
  async find(statements: Statements, which: WithdrawnEntries): Promise<readonly FoundEntries[]> {
    await this.#begin(statements)
    return findEntries(statements, which)
  }

  /** Returns the next found entries, at most `most`, and forgets them. Call it inside a transaction. */
  async take(statements: Statements, most: number): Promise<readonly FoundEntry[]> {
    await this.#begin(statements)
    return takeFound(statements, most)
  }

  /** Deletes the notes. */
  async forget(statements: Statements): Promise<void> {
    await statements.run(DROP)
    this.#state = 'none'
  }

  async #begin(statements: Statements): Promise<void> {
    if (this.#state === 'lost') throw new Failure('service_unavailable', LOST)
    this.#state = 'kept'
    await statements.run(CREATE)
  }
}

async function findEntries(
  statements: Statements,
  which: WithdrawnEntries,
): Promise<readonly FoundEntries[]> {
  await statements.run('ANALYZE noted_entries')
  await statements.run(
    `INSERT INTO found_entries (number, company_id, source, source_key)
     SELECT row_number() OVER (ORDER BY s.company_id, s.source, s.source_key) + (SELECT coalesce(max(number), 0) FROM found_entries),
       s.company_id, s.source, s.source_key
     FROM company_sources s JOIN (${LAST_DAYS}) noted ON noted.source = s.source
     WHERE ${CONDITIONS[which]}`,
  )
  return statements.all<{ source: SourceId; entries: number; found: number }>(COUNT)
}

async function takeFound(statements: Statements, most: number): Promise<readonly FoundEntry[]> {
  const found = await statements.all<FoundEntry & { readonly number: number }>(
    `DELETE FROM found_entries WHERE number IN (SELECT number FROM found_entries ORDER BY number LIMIT $1)
     RETURNING number, company_id AS "companyId", source, source_key AS "sourceKey"`,
    [most],
  )
  return found
    .toSorted((a, b) => a.number - b.number)
    .map(({ companyId, source, sourceKey }) => ({ companyId, source, sourceKey }))
}
