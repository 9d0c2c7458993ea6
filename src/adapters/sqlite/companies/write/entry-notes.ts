/** Notes of the entries in the files of an import, and the stored entries that are to be withdrawn. */
import type { CompanySource, SourceId } from '../../../../core/company/company.ts'
import type { FoundEntries, WithdrawnEntries } from '../../../../core/company/company-writer.ts'
import type { FoundEntry } from '../../../company-rows/save/withdraw-entries.ts'
import type { Database } from '../../database/open-database.ts'

/** Temporary tables, of this connection only: SQLite keeps them in a file of its own that ends with it. */
const CREATE = `
  CREATE TEMP TABLE IF NOT EXISTS noted_entries (
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    as_of TEXT NOT NULL,
    PRIMARY KEY (source, source_key)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE IF NOT EXISTS found_entries (
    number INTEGER PRIMARY KEY,
    company_id INTEGER NOT NULL,
    source TEXT NOT NULL,
    source_key TEXT NOT NULL
  );
`
const DROP = 'DROP TABLE IF EXISTS temp.noted_entries; DROP TABLE IF EXISTS temp.found_entries'

const IS_NOTED = `EXISTS (
  SELECT 1 FROM temp.noted_entries n WHERE n.source = s.source AND n.source_key = s.source_key)`
const CONDITIONS: Readonly<Record<WithdrawnEntries, string>> = {
  noted: IS_NOTED,
  not_noted: `s.as_of <= noted.last_day AND NOT ${IS_NOTED}`,
}
const LAST_DAYS = 'SELECT source, max(as_of) AS last_day FROM temp.noted_entries GROUP BY source'
const COUNT_STORED = 'SELECT source, count(*) AS count FROM company_sources GROUP BY source'
const COUNT_FOUND = 'SELECT source, count(*) AS count FROM temp.found_entries GROUP BY source'

interface Count {
  readonly source: SourceId
  readonly count: number
}

/** Adds notes. */
export function noteEntries(db: Database, entries: readonly CompanySource[]): void {
  db.exec(CREATE)
  const insert = db.prepare(
    `INSERT INTO temp.noted_entries VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET as_of = excluded.as_of WHERE excluded.as_of > as_of`,
  )
  db.transaction(() => {
    for (const { source, sourceKey, asOf } of entries) insert.run(source, sourceKey, asOf)
  })()
}

/** Finds the stored entries to withdraw. */
export function findEntries(db: Database, which: WithdrawnEntries): readonly FoundEntries[] {
  db.exec(CREATE)
  db.prepare(
    `INSERT INTO temp.found_entries (company_id, source, source_key)
     SELECT s.company_id, s.source, s.source_key
     FROM company_sources s JOIN (${LAST_DAYS}) noted ON noted.source = s.source
     WHERE ${CONDITIONS[which]} ORDER BY s.company_id`,
  ).run()
  const countsOf = (sql: string) =>
    new Map((db.prepare(sql).all() as Count[]).map(({ source, count }) => [source, count]))
  const [stored, found] = [countsOf(COUNT_STORED), countsOf(COUNT_FOUND)]
  const sources = db.prepare(LAST_DAYS).all() as Pick<Count, 'source'>[]
  return sources.map(({ source }) => ({
    source,
    entries: stored.get(source) ?? 0,
    found: found.get(source) ?? 0,
  }))
}

/** Returns the next found entries, at most `most`, and forgets them. */
export function takeFound(db: Database, most: number): readonly FoundEntry[] {
  return db
    .prepare(
      `DELETE FROM temp.found_entries WHERE number IN
         (SELECT number FROM temp.found_entries ORDER BY number LIMIT ?)
       RETURNING company_id AS companyId, source, source_key AS sourceKey`,
    )
    .all(most) as FoundEntry[]
}

/** Deletes the notes. */
export function forgetNotes(db: Database): void {
  db.exec(DROP)
}
