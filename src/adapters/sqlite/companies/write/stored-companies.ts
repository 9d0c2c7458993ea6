/**
 * The tables of the companies file as the rules of saving see them. The statements are prepared once: they run for
 * every entry of an import (20,000 and more per second).
 */
import type { Company, CompanyId } from '../../../../core/company/company.ts'
import { COMPANY_COLUMNS, valuesOf } from '../../../company-rows/rows/company-rows.ts'
import type { StoredCompanies } from '../../../company-rows/save/stored-companies.ts'
import type { Database } from '../../database/open-database.ts'
import { type CompanyReading, companyReading, type StoredRow } from '../read/company-reading.ts'
import { bytesOfUuid, textOfUuid } from '../tables/uuid-bytes.ts'
import { storedAliases } from './stored-aliases.ts'
import { storedEntries } from './stored-entries.ts'
import type { StoredIds } from './stored-ids.ts'
import { storedLeiEntries } from './stored-lei-entries.ts'
import { storedLeis } from './stored-leis.ts'
import { type StoredParts, storedParts } from './stored-parts.ts'
import { storedRecords } from './stored-records.ts'

/** Tables with rows of a company beside its parts. */
const OTHER_TABLES = ['company_sources', 'entry_records', 'leis', 'aliases']

/** Prepares the statements. `ids` returns what finds companies by their uuids at the moment. */
export function storedCompanies(db: Database, ids: () => StoredIds): StoredCompanies {
  const parts = storedParts(db)
  return {
    ...identity(db, ids, companyReading(db)),
    ...writing(db, ids, parts),
    ...deleting(db, parts),
    ...logging(db),
    entries: storedEntries(db),
    aliases: storedAliases(db),
    records: storedRecords(db),
    leis: storedLeis(db),
    leiEntries: storedLeiEntries(db),
  }
}

function identity(db: Database, ids: () => StoredIds, reading: CompanyReading) {
  const uuidOf = db.prepare('SELECT uuid FROM companies WHERE id = ?').pluck()
  const companyById = db.prepare('SELECT * FROM companies WHERE id = ?')
  return {
    idOf: (uuid: string) => ids().get(bytesOfUuid(uuid)),
    uuidOf(id: number) {
      const uuid = uuidOf.get(id) as Buffer | undefined
      return uuid && (textOfUuid(uuid) as CompanyId)
    },
    company: (id: number) => reading.whole([companyById.get(id) as StoredRow])[0]!,
  }
}

function writing(db: Database, ids: () => StoredIds, parts: StoredParts) {
  const columns = COMPANY_COLUMNS.join(', ')
  const insert = db.prepare(
    `INSERT INTO companies (${columns}) VALUES (${COMPANY_COLUMNS.map(() => '?').join(', ')})`,
  )
  const update = db.prepare(
    `UPDATE companies SET ${COMPANY_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
  )
  const touch = db.prepare('UPDATE companies SET updated_at_ms = ? WHERE id = ?')
  return {
    insert(company: Company) {
      const uuid = bytesOfUuid(company.uuid)
      const id = Number(insert.run(valuesOf(company, uuid)).lastInsertRowid)
      parts.insert(id, company)
      ids().add(uuid, id)
      return id
    },
    update: (id: number, company: Company) =>
      void update.run(valuesOf(company, bytesOfUuid(company.uuid)), id),
    replace: parts.replace,
    touch: (id: number, nowMs: number) => void touch.run(nowMs, id),
  }
}

function deleting(db: Database, parts: StoredParts) {
  const others = OTHER_TABLES.map((table) => db.prepare(`DELETE FROM ${table} WHERE company_id = ?`))
  const row = db.prepare('DELETE FROM companies WHERE id = ?')
  const deleteFacts = (id: number) => {
    parts.delete(id)
    row.run(id)
  }
  return {
    deleteFacts,
    delete(id: number) {
      for (const deletion of others) deletion.run(id)
      deleteFacts(id)
    },
  }
}

function logging(db: Database): Pick<StoredCompanies, 'log' | 'copySuppression'> {
  const log = db.prepare(
    `INSERT INTO changes (uuid, kind, at_ms, fields, into_uuid)
     SELECT * FROM (SELECT ? AS uuid, ? AS kind, ? AS at_ms, ? AS fields, ? AS into_uuid) AS change
     WHERE kind = 'merged' OR NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.uuid = change.uuid)`,
  )
  const copySuppression = db.prepare(
    'INSERT OR IGNORE INTO suppressions (uuid, reason, at_ms, actor) SELECT ?, reason, at_ms, actor FROM suppressions WHERE uuid = ?',
  )
  return {
    log: ({ uuid, kind, atMs, fields, into }) =>
      void log.run(
        bytesOfUuid(uuid),
        kind,
        atMs,
        fields.join(','),
        into === undefined ? null : bytesOfUuid(into),
      ),
    copySuppression: (from, into) => void copySuppression.run(bytesOfUuid(into), bytesOfUuid(from)),
  }
}
