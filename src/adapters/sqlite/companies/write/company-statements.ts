/** The prepared statements of saving a company. They run for every entry of an import (20,000 and more per second). */
import type { Statement } from 'better-sqlite3'
import type { Company } from '../../../../core/company/company.ts'
import type { Database } from '../../database/open-database.ts'
import { COMPANY_COLUMNS, valuesOf } from '../tables/company-rows.ts'

/** The tables with rows of a company. */
const TABLES_OF_COMPANY = [
  ...['former_names', 'former_numbers', 'other_names', 'company_events', 'fact_sources', 'company_sources'],
  ...['entry_records', 'leis', 'aliases'],
]

/** The prepared statements of saving a company. */
export interface CompanyStatements {
  /** uuid → id. */
  readonly idOfUuid: Statement
  readonly uuidOfId: Statement
  /** (company id, source, source key) → as_of, content. */
  readonly noteOfSource: Statement
  readonly companyById: Statement
  readonly anyCompany: Statement
  /** Inserts a company; returns its id. */
  insertCompany(company: Company, uuid: Buffer): number
  updateCompany(company: Company, uuid: Buffer, id: number): void
  readonly insertName: Statement
  readonly deleteNames: Statement
  readonly insertOtherName: Statement
  readonly deleteOtherNames: Statement
  readonly insertEvent: Statement
  readonly deleteEvents: Statement
  readonly insertNumber: Statement
  readonly deleteNumbers: Statement
  readonly upsertSource: Statement
  readonly deleteSource: Statement
  readonly deleteSources: Statement
  readonly insertFactSource: Statement
  readonly deleteFactSources: Statement
  readonly deleteAlias: Statement
  /** Deletes an alias of a company that is a former number. */
  readonly deleteFormerAlias: Statement
  /** digits → rows of `former_numbers`. */
  readonly formerNumbersOf: Statement
  /** Each deletes rows of a company from one table; the last one from `companies`. */
  readonly deleteRows: readonly Statement[]
  /** alias of the same company → id. */
  readonly idOfSame: Statement
  readonly upsertSame: Statement
  /** alias → uuid of the company that has it. */
  readonly uuidOfAlias: Statement
  readonly upsertAlias: Statement
  readonly logChange: Statement
  readonly noteSource: Statement
  /** Updates the number of entries and the oldest day of every source. */
  readonly countSources: Statement
}

/** Prepares the statements. */
export function companyStatements(db: Database): CompanyStatements {
  const insert = db.prepare(
    `INSERT INTO companies (${COMPANY_COLUMNS.join(', ')}) VALUES (${COMPANY_COLUMNS.map(() => '?').join(', ')})`,
  )
  const update = db.prepare(
    `UPDATE companies SET ${COMPANY_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
  )
  return {
    // Two statements instead of a join: SQLite plans a join anew for every value (11 µs instead of 1 + 2 µs).
    idOfUuid: db.prepare('SELECT id FROM companies WHERE uuid = ?').pluck(),
    uuidOfId: db.prepare('SELECT uuid FROM companies WHERE id = ?').pluck(),
    noteOfSource: db.prepare(
      'SELECT as_of, content FROM company_sources WHERE company_id = ? AND source = ? AND source_key = ?',
    ),
    companyById: db.prepare('SELECT * FROM companies WHERE id = ?'),
    anyCompany: db.prepare('SELECT 1 FROM companies LIMIT 1'),
    insertCompany: (company, uuid) => Number(insert.run(valuesOf(company, uuid)).lastInsertRowid),
    updateCompany: (company, uuid, id) => {
      update.run(valuesOf(company, uuid), id)
    },
    ...annexStatements(db),
    ...aliasStatements(db),
    ...deletionStatements(db),
    ...noteStatements(db),
  }
}

function annexStatements(db: Database) {
  return {
    insertName: db.prepare(
      'INSERT INTO former_names (company_id, position, name, until) VALUES (?, ?, ?, ?)',
    ),
    deleteNames: db.prepare('DELETE FROM former_names WHERE company_id = ?'),
    insertOtherName: db.prepare(
      'INSERT INTO other_names (company_id, position, name, source, source_key, kind) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    deleteOtherNames: db.prepare('DELETE FROM other_names WHERE company_id = ?'),
    insertEvent: db.prepare(
      'INSERT INTO company_events (company_id, position, kind, date, source) VALUES (?, ?, ?, ?, ?)',
    ),
    deleteEvents: db.prepare('DELETE FROM company_events WHERE company_id = ?'),
    insertNumber: db.prepare(
      `INSERT INTO former_numbers (company_id, position, country, court, type, digits, suffix, until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    deleteNumbers: db.prepare('DELETE FROM former_numbers WHERE company_id = ?'),
    upsertSource: db.prepare(
      `INSERT INTO company_sources (company_id, source, source_key, as_of, content) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET as_of = excluded.as_of, content = excluded.content`,
    ),
    deleteSources: db.prepare('DELETE FROM company_sources WHERE company_id = ?'),
    insertFactSource: db.prepare(
      'INSERT INTO fact_sources (company_id, fact, source, source_key, as_of) VALUES (?, ?, ?, ?, ?)',
    ),
    deleteFactSources: db.prepare('DELETE FROM fact_sources WHERE company_id = ?'),
  }
}

function deletionStatements(db: Database) {
  return {
    deleteSource: db.prepare(
      'DELETE FROM company_sources WHERE company_id = ? AND source = ? AND source_key = ?',
    ),
    deleteRows: [
      ...TABLES_OF_COMPANY.map((table) => db.prepare(`DELETE FROM ${table} WHERE company_id = ?`)),
      db.prepare('DELETE FROM companies WHERE id = ?'),
    ],
  }
}

function aliasStatements(db: Database) {
  return {
    deleteAlias: db.prepare('DELETE FROM aliases WHERE uuid = ?'),
    deleteFormerAlias: db.prepare('DELETE FROM aliases WHERE uuid = ? AND company_id = ? AND is_same = 0'),
    formerNumbersOf: db.prepare('SELECT * FROM former_numbers WHERE digits = ?'),
    idOfSame: db.prepare('SELECT company_id FROM aliases WHERE uuid = ? AND is_same = 1').pluck(),
    upsertSame: db.prepare(
      `INSERT INTO aliases (uuid, company_id, is_same) VALUES (?, ?, 1)
       ON CONFLICT DO UPDATE SET company_id = excluded.company_id, is_same = 1`,
    ),
    uuidOfAlias: db.prepare(
      'SELECT c.uuid FROM aliases a JOIN companies c ON c.id = a.company_id WHERE a.uuid = ?',
    ),
    upsertAlias: db.prepare(
      'INSERT INTO aliases (uuid, company_id) VALUES (?, ?) ON CONFLICT DO UPDATE SET company_id = excluded.company_id',
    ),
  }
}

function noteStatements(db: Database) {
  return {
    logChange: db.prepare(
      // Changes of a suppressed company are not logged.
      `INSERT INTO changes (uuid, kind, at_ms, fields)
       SELECT * FROM (SELECT ? AS uuid, ? AS kind, ? AS at_ms, ? AS fields) AS change
       WHERE NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.uuid = change.uuid)`,
    ),
    noteSource: db.prepare(
      `INSERT INTO source_sets (source, title, licence, attribution, entries, as_of) VALUES (?, ?, ?, ?, 0, '')
       ON CONFLICT DO UPDATE SET
         title = excluded.title, licence = excluded.licence, attribution = excluded.attribution`,
    ),
    countSources: db.prepare(
      `UPDATE source_sets SET (entries, as_of) =
         (SELECT count(*), coalesce(min(as_of), '') FROM company_sources s WHERE s.source = source_sets.source)`,
    ),
  }
}
