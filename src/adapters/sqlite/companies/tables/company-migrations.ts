/** The schema of the companies file. */

import type { Migration } from '../../database/migrate.ts'
import type { Database } from '../../database/open-database.ts'
import { EVENTS_TABLE } from './events-table.ts'

/**
 * The tables of companies, sources and changes. Companies are stored in the order of their arrival (`id`), so
 * that a big import only appends; the uuid has an index. History is in tables of its own, clustered by
 * company, so that one scan over the ids reads everything.
 */
const FIRST_TABLES = `
  CREATE TABLE companies (
    id INTEGER PRIMARY KEY,
    uuid BLOB NOT NULL,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    legal_form TEXT NOT NULL,
    status TEXT NOT NULL,
    status_word TEXT NOT NULL,
    court TEXT NOT NULL,
    register_court TEXT NOT NULL,
    register_type TEXT NOT NULL,
    register_digits INTEGER NOT NULL,
    register_suffix TEXT NOT NULL,
    seat TEXT NOT NULL,
    seat_folded TEXT NOT NULL,
    address TEXT,
    postcode TEXT,
    address_city TEXT,
    registered_on TEXT,
    updated_at_ms INTEGER NOT NULL
  );

  CREATE TABLE former_names (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    until TEXT,
    PRIMARY KEY (company_id, position)
  ) WITHOUT ROWID;

  CREATE TABLE former_numbers (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    position INTEGER NOT NULL,
    court TEXT NOT NULL,
    type TEXT NOT NULL,
    digits INTEGER NOT NULL,
    suffix TEXT NOT NULL,
    until TEXT,
    PRIMARY KEY (company_id, position)
  ) WITHOUT ROWID;

  -- content: the first 8 bytes of a hash over all that the entry told, to know an unchanged entry at once.
  CREATE TABLE company_sources (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    as_of TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (company_id, source, source_key)
  ) WITHOUT ROWID;

  -- Ids of former register keys; never the id of a stored company.
  CREATE TABLE aliases (
    uuid BLOB PRIMARY KEY,
    company_id INTEGER NOT NULL REFERENCES companies (id)
  ) WITHOUT ROWID;

  CREATE TABLE source_sets (
    source TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    licence TEXT NOT NULL,
    attribution TEXT NOT NULL,
    entries INTEGER NOT NULL,
    as_of TEXT NOT NULL
  ) WITHOUT ROWID;

  -- fields: names joined by commas.
  CREATE TABLE changes (
    sequence INTEGER PRIMARY KEY,
    uuid BLOB NOT NULL,
    kind TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    fields TEXT NOT NULL,
    into_uuid BLOB
  );
`

const OPERATORS_TABLES = `
  CREATE TABLE suppressions (
    uuid BLOB PRIMARY KEY,
    reason TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    actor TEXT NOT NULL
  ) WITHOUT ROWID;

  -- files, counts: JSON.
  CREATE TABLE imports (
    number INTEGER PRIMARY KEY,
    started_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER,
    files TEXT NOT NULL,
    counts TEXT NOT NULL,
    state TEXT NOT NULL,
    said TEXT NOT NULL
  );
`

/** The number up to which the change log has been shortened, in one row. */
const SHORTENED_TABLE = `
  CREATE TABLE shortened_log (through INTEGER NOT NULL);
  INSERT INTO shortened_log VALUES (0);
`

/** Adds a column with JSON: rejected rows and files that could not be read. */
const WRONG_COLUMN = "ALTER TABLE imports ADD COLUMN wrong TEXT NOT NULL DEFAULT '{}'"

/** The sources of single facts: only those that are not from the latest source of the company, which are few. */
const FACT_SOURCES_TABLE = `
  CREATE TABLE fact_sources (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    fact TEXT NOT NULL,
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    as_of TEXT NOT NULL,
    PRIMARY KEY (company_id, fact)
  ) WITHOUT ROWID;
`

/** The countries of companies and former numbers: until now all were German. */
const COUNTRY_COLUMNS = `
  ALTER TABLE companies ADD COLUMN country TEXT NOT NULL DEFAULT 'DE';
  ALTER TABLE former_numbers ADD COLUMN country TEXT NOT NULL DEFAULT 'DE';
`

/**
 * Other names, and which aliases are keys of the same company: a record under such a key becomes part of it, one
 * under a former number stays apart.
 */
const OTHER_NAMES_TABLE = `
  CREATE TABLE other_names (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (company_id, position)
  ) WITHOUT ROWID;
  ALTER TABLE aliases ADD COLUMN is_same INTEGER NOT NULL DEFAULT 0;
`

/**
 * LEIs by company, and the statements about their parents, which may name companies that are not stored.
 * subsidiaries: number of LEIs with a valid statement that this one is their parent.
 */
const LEI_TABLES = `
  CREATE TABLE leis (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    lei TEXT NOT NULL,
    status TEXT NOT NULL,
    as_of TEXT NOT NULL,
    subsidiaries INTEGER NOT NULL,
    PRIMARY KEY (company_id, lei)
  ) WITHOUT ROWID;
  CREATE INDEX leis_by_lei ON leis (lei);

  CREATE TABLE lei_parents (
    child TEXT NOT NULL,
    kind TEXT NOT NULL,
    parent TEXT NOT NULL,
    is_valid INTEGER NOT NULL,
    as_of TEXT NOT NULL,
    PRIMARY KEY (child, kind, parent)
  ) WITHOUT ROWID;
  CREATE INDEX children_by_lei ON lei_parents (parent, child);
`

/** Companies whose register number is known without its court, and whether they wait to be joined. */
const COURTLESS_TABLE = `
  CREATE TABLE courtless_entries (
    company_id INTEGER PRIMARY KEY,
    name_folded TEXT NOT NULL,
    type TEXT NOT NULL,
    digits INTEGER NOT NULL,
    suffix TEXT NOT NULL,
    waits INTEGER NOT NULL
  );
  CREATE INDEX courtless_by_name ON courtless_entries (name_folded);
  CREATE INDEX waiting_courtless ON courtless_entries (company_id) WHERE waits = 1;
`

/**
 * What each entry of a company with several ones tells. Entries that were stored before without a record are unknown, so
 * that the next import tells them.
 */
const ENTRY_RECORDS_TABLE = `
  -- record: JSON of the company that the versions of this entry make, without empty fields.
  CREATE TABLE entry_records (
    company_id INTEGER NOT NULL REFERENCES companies (id),
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (company_id, source, source_key)
  ) WITHOUT ROWID;
  UPDATE company_sources SET content = x'' WHERE company_id IN
    (SELECT company_id FROM company_sources GROUP BY company_id HAVING count(*) > 1);
`

/**
 * Which companies LEIs belong to is decided again from what the entries tell. Which entries without a court were joined
 * until now is not known, so that the next import of GLEIF tells them.
 */
const LEI_ENTRIES_TABLES = `
  -- uuid: of the register number in a row of a list; the other columns: a number without its court.
  CREATE TABLE lei_entries (
    source TEXT NOT NULL,
    source_key TEXT NOT NULL,
    lei TEXT NOT NULL,
    uuid BLOB,
    name_folded TEXT,
    type TEXT,
    digits INTEGER,
    suffix TEXT,
    PRIMARY KEY (source, source_key)
  ) WITHOUT ROWID;
  CREATE INDEX lei_entries_by_lei ON lei_entries (lei);
  CREATE INDEX lei_entries_by_name ON lei_entries (name_folded) WHERE name_folded IS NOT NULL;
  CREATE TABLE waiting_leis (lei TEXT PRIMARY KEY) WITHOUT ROWID;
  INSERT OR IGNORE INTO lei_entries
    SELECT s.source, s.source_key, l.lei, NULL, c.name_folded, c.type, c.digits, c.suffix
    FROM courtless_entries c JOIN leis l ON l.company_id = c.company_id
    JOIN company_sources s ON s.company_id = c.company_id AND s.source = 'gleif' AND s.source_key = l.lei;
  INSERT OR IGNORE INTO waiting_leis SELECT lei FROM lei_entries;
  DROP TABLE courtless_entries;
  UPDATE company_sources SET content = x'' WHERE source = 'gleif' AND company_id IN
    (SELECT company_id FROM company_sources GROUP BY company_id HAVING count(*) > 1);
`

/**
 * The indexes: one for each sort order of the list, and one for a company's changes. A bulk import into an
 * empty store drops them first and creates them again at its end.
 */
const LATE_INDEXES: Readonly<Record<string, string>> = {
  companies_by_uuid: 'UNIQUE INDEX IF NOT EXISTS companies_by_uuid ON companies (uuid)',
  companies_by_name: 'INDEX IF NOT EXISTS companies_by_name ON companies (name_folded, uuid)',
  companies_by_update: 'INDEX IF NOT EXISTS companies_by_update ON companies (updated_at_ms DESC, uuid)',
  former_numbers_by_digits: 'INDEX IF NOT EXISTS former_numbers_by_digits ON former_numbers (digits)',
  changes_by_company: 'INDEX IF NOT EXISTS changes_by_company ON changes (uuid)',
}

/** The migrations of the companies file. */
export const COMPANY_MIGRATIONS: readonly Migration[] = [
  {
    name: 'companies, history, sources, change log',
    up: (db) => {
      db.exec(FIRST_TABLES)
      makeLateIndexes(db)
    },
  },
  {
    name: 'companies that must not be shown, journal of imports',
    up: (db) => db.exec(OPERATORS_TABLES),
  },
  {
    name: 'how far the change log was shortened',
    up: (db) => db.exec(SHORTENED_TABLE),
  },
  {
    name: 'what was wrong with the files of an import',
    up: (db) => db.exec(WRONG_COLUMN),
  },
  {
    name: 'which source a fact of a company comes from',
    up: (db) => db.exec(FACT_SOURCES_TABLE),
  },
  {
    name: 'the countries of companies',
    up: (db) => db.exec(COUNTRY_COLUMNS),
  },
  {
    name: 'other names of companies, keys of the same company',
    up: (db) => db.exec(OTHER_NAMES_TABLE),
  },
  {
    name: 'LEIs of companies and their parents',
    up: (db) => db.exec(LEI_TABLES),
  },
  {
    name: 'entries whose register number is known without its court',
    up: (db) => db.exec(COURTLESS_TABLE),
  },
  {
    name: 'events of companies',
    up: (db) => db.exec(EVENTS_TABLE),
  },
  {
    name: 'what each of several entries of a company tells',
    up: (db) => db.exec(ENTRY_RECORDS_TABLE),
  },
  {
    name: 'what entries tell about the companies of LEIs',
    up: (db) => db.exec(LEI_ENTRIES_TABLES),
  },
]

/**
 * Creates the missing indexes: after a bulk import, after one that was killed, and in a store of an older
 * version.
 */
export function makeLateIndexes(db: Database): void {
  for (const sql of lateIndexes()) db.exec(sql)
}

/** Returns the statements that create the missing indexes. */
export function lateIndexes(): readonly string[] {
  return Object.values(LATE_INDEXES).map((index) => `CREATE ${index}`)
}

/** Drops these indexes. */
export function dropLateIndexes(db: Database): void {
  for (const name of Object.keys(LATE_INDEXES)) db.exec(`DROP INDEX IF EXISTS ${name}`)
}
