/** The schema of the companies in PostgreSQL: the tables and columns of the companies file. */
import type { Migration, Schema } from '../../database/migrate.ts'
import type { Statements } from '../../database/statements.ts'

/**
 * Texts have the collation "C", so that they have the same order as in SQLite and in the program, whatever the
 * locale of the database. There are no foreign keys: the writer deletes the rows of a company together, and checking
 * each row of an import would take half as long as storing it. Keys of entries and names have any length, and a B-tree
 * takes at most 2,704 bytes: such columns are in no B-tree.
 */
const FIRST_TABLES = `
  CREATE TABLE companies (
    id integer PRIMARY KEY,
    uuid uuid NOT NULL,
    name text COLLATE "C" NOT NULL,
    name_folded text COLLATE "C" NOT NULL,
    legal_form text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    status_word text COLLATE "C" NOT NULL,
    court text COLLATE "C" NOT NULL,
    country text COLLATE "C" NOT NULL,
    register_court text COLLATE "C" NOT NULL,
    register_type text COLLATE "C" NOT NULL,
    register_digits bigint NOT NULL,
    register_suffix text COLLATE "C" NOT NULL,
    seat text COLLATE "C" NOT NULL,
    seat_folded text COLLATE "C" NOT NULL,
    address text COLLATE "C",
    postcode text COLLATE "C",
    address_city text COLLATE "C",
    registered_on text COLLATE "C",
    updated_at_ms bigint NOT NULL
  );

  CREATE TABLE former_names (
    company_id integer NOT NULL,
    position integer NOT NULL,
    name text COLLATE "C" NOT NULL,
    until text COLLATE "C",
    PRIMARY KEY (company_id, position)
  );

  CREATE TABLE former_numbers (
    company_id integer NOT NULL,
    position integer NOT NULL,
    country text COLLATE "C" NOT NULL,
    court text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    digits bigint NOT NULL,
    suffix text COLLATE "C" NOT NULL,
    until text COLLATE "C",
    PRIMARY KEY (company_id, position)
  );

  CREATE TABLE other_names (
    company_id integer NOT NULL,
    position integer NOT NULL,
    name text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, position)
  );

  CREATE TABLE company_events (
    company_id integer NOT NULL,
    position integer NOT NULL,
    kind text COLLATE "C" NOT NULL,
    date text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, position)
  );

  -- The sources of single facts: only those that are not from the latest source of the company.
  CREATE TABLE fact_sources (
    company_id integer NOT NULL,
    fact text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    as_of text COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, fact)
  );

  -- content: the first 8 bytes of a hash over all that the entry told, to know an unchanged entry at once.
  CREATE TABLE company_sources (
    company_id integer NOT NULL,
    source text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    as_of text COLLATE "C" NOT NULL,
    content bytea NOT NULL
  );
  CREATE INDEX company_sources_by_company ON company_sources (company_id);

  -- What each entry of a company with several ones tells. record: JSON without empty fields.
  CREATE TABLE entry_records (
    company_id integer NOT NULL,
    source text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    record text COLLATE "C" NOT NULL
  );
  CREATE INDEX entry_records_by_company ON entry_records (company_id);

  -- Ids of former register keys, and further keys of the same company (is_same); never the id of a stored company.
  CREATE TABLE aliases (
    uuid uuid PRIMARY KEY,
    company_id integer NOT NULL,
    is_same boolean NOT NULL
  );
  CREATE INDEX aliases_by_company ON aliases (company_id);

  -- subsidiaries: number of LEIs with a valid statement that this one is their parent.
  CREATE TABLE leis (
    company_id integer NOT NULL,
    lei text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    as_of text COLLATE "C" NOT NULL,
    subsidiaries bigint NOT NULL,
    PRIMARY KEY (company_id, lei)
  );
  CREATE INDEX leis_by_lei ON leis (lei);

  CREATE TABLE lei_parents (
    child text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    parent text COLLATE "C" NOT NULL,
    is_valid boolean NOT NULL,
    as_of text COLLATE "C" NOT NULL,
    PRIMARY KEY (child, kind, parent)
  );
  CREATE INDEX children_by_lei ON lei_parents (parent, child);

  -- What entries tell about the company of an LEI. uuid: of the register number in a row of a list; the columns after it: a
  -- number without its court.
  CREATE TABLE lei_entries (
    source text COLLATE "C" NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    lei text COLLATE "C" NOT NULL,
    uuid uuid,
    name_folded text COLLATE "C",
    type text COLLATE "C",
    digits bigint,
    suffix text COLLATE "C"
  );
  CREATE INDEX lei_entries_by_key ON lei_entries USING hash (source_key);
  CREATE INDEX lei_entries_by_lei ON lei_entries (lei);
  CREATE INDEX lei_entries_by_name ON lei_entries USING hash (name_folded);

  CREATE TABLE waiting_leis (lei text COLLATE "C" PRIMARY KEY);
`

/** The tables beside those of companies. `shortened_log` has one row: the number up to which the log was shortened. */
const OTHER_TABLES = `
  CREATE TABLE source_sets (
    source text COLLATE "C" PRIMARY KEY,
    title text COLLATE "C" NOT NULL,
    licence text COLLATE "C" NOT NULL,
    attribution text COLLATE "C" NOT NULL,
    entries bigint NOT NULL,
    as_of text COLLATE "C" NOT NULL
  );

  -- fields: names joined by commas.
  CREATE TABLE changes (
    sequence bigint PRIMARY KEY,
    uuid uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    at_ms bigint NOT NULL,
    fields text COLLATE "C" NOT NULL,
    into_uuid uuid
  );

  CREATE TABLE shortened_log (through bigint NOT NULL);
  INSERT INTO shortened_log VALUES (0);

  CREATE TABLE suppressions (
    uuid uuid PRIMARY KEY,
    reason text COLLATE "C" NOT NULL,
    at_ms bigint NOT NULL,
    actor text COLLATE "C" NOT NULL
  );

  -- files, counts, wrong: JSON.
  CREATE TABLE imports (
    number bigint PRIMARY KEY,
    started_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    files text COLLATE "C" NOT NULL,
    counts text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    said text COLLATE "C" NOT NULL,
    wrong text COLLATE "C" NOT NULL
  );
`

const FIRST: Migration = {
  name: 'companies, history, sources, change log',
  async up(statements) {
    await statements.run(FIRST_TABLES)
    await statements.run(OTHER_TABLES)
    await makeLateIndexes(statements)
  },
}

/** The tables of companies. */
export const COMPANY_SCHEMA: Schema = { part: 'companies', migrations: [FIRST] }

/** Characters of a folded name that the index has, which are at most 2,000 bytes. */
const INDEXED_NAME_CHARS = 500

/** Returns an expression for the beginning of a folded name, as the index has it. */
export function nameStart(name: string): string {
  return `left(${name}, ${INDEXED_NAME_CHARS})`
}

/**
 * The columns that lists are sorted by, as the indexes have them. Names whose first 500 letters are equal are in the order of
 * their uuids. Times are negative, so that the latest comes first and one comparison of rows finds a position.
 */
export const SORT_COLUMNS = {
  name_folded: nameStart('name_folded'),
  updated_at_ms: '(-updated_at_ms)',
} as const

/** Returns the same of a value. */
export function sortValue(column: keyof typeof SORT_COLUMNS, parameter: string): string {
  return column === 'name_folded' ? nameStart(`${parameter}::text`) : `-${parameter}::bigint`
}

/**
 * The indexes: one for each sort order of the list, and one for a company's changes. A bulk import into an
 * empty store drops them first and creates them again at its end.
 */
const LATE_INDEXES: Readonly<Record<string, string>> = {
  companies_by_uuid: 'UNIQUE INDEX IF NOT EXISTS companies_by_uuid ON companies (uuid)',
  companies_by_name: `INDEX IF NOT EXISTS companies_by_name ON companies ((${SORT_COLUMNS.name_folded}), uuid)`,
  companies_by_update: `INDEX IF NOT EXISTS companies_by_update ON companies (${SORT_COLUMNS.updated_at_ms}, uuid)`,
  former_numbers_by_digits: 'INDEX IF NOT EXISTS former_numbers_by_digits ON former_numbers (digits)',
  changes_by_company: 'INDEX IF NOT EXISTS changes_by_company ON changes (uuid)',
}

/** Creates the missing indexes: after a bulk import, and after one that was killed. */
export async function makeLateIndexes(statements: Statements): Promise<void> {
  for (const sql of lateIndexes()) await statements.run(sql)
}

/** Returns the statements that create the missing indexes. */
export function lateIndexes(): readonly string[] {
  return Object.values(LATE_INDEXES).map((index) => `CREATE ${index}`)
}

/** Drops these indexes. */
export async function dropLateIndexes(statements: Statements): Promise<void> {
  await statements.run(`DROP INDEX IF EXISTS ${Object.keys(LATE_INDEXES).join(', ')}`)
}
