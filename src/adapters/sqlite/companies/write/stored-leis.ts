/** The LEIs of companies, and the statements about their parents. */
import type { SaveCount } from '../../../../core/company/company-writer.ts'
import type { LeiParent } from '../../../../core/company/lei.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import { isNewStatement } from '../../../company-rows/save/save-lei.ts'
import type { StoredCompanies, StoredLeis } from '../../../company-rows/save/stored-companies.ts'
import type { Database } from '../../database/open-database.ts'

const COUNT_SUBSIDIARIES = '(SELECT count(DISTINCT child) FROM lei_parents WHERE parent = @lei AND is_valid)'

/** Prepares the statements. */
export function storedLeis(db: Database): StoredLeis {
  const noteOf = db.prepare('SELECT status, as_of AS asOf FROM leis WHERE company_id = ? AND lei = ?')
  const upsert = db.prepare(
    `INSERT INTO leis (company_id, lei, status, as_of, subsidiaries)
     VALUES (@id, @lei, @status, @asOf, ${COUNT_SUBSIDIARIES})
     ON CONFLICT DO UPDATE SET status = excluded.status, as_of = excluded.as_of`,
  )
  const copyLater = db.prepare(
    `INSERT INTO leis (company_id, lei, status, as_of, subsidiaries)
     SELECT ?, lei, status, as_of, subsidiaries FROM leis WHERE company_id = ?
     ON CONFLICT DO UPDATE SET status = excluded.status, as_of = excluded.as_of WHERE excluded.as_of > leis.as_of`,
  )
  const deleteOthers = db.prepare(
    'DELETE FROM leis WHERE company_id = ? AND lei NOT IN (SELECT value FROM json_each(?))',
  )
  const keepOnly = (id: number, leis: readonly Lei[]) =>
    deleteOthers.run(id, JSON.stringify(leis)).changes > 0
  const holders = db
    .prepare(
      'SELECT c.id FROM leis l JOIN companies c ON c.id = l.company_id WHERE l.lei = ? ORDER BY l.as_of DESC, c.uuid',
    )
    .pluck()
  return {
    noteOf: (id, lei) => noteOf.get(id, lei) as ReturnType<StoredLeis['noteOf']>,
    put: (id, lei, status, asOf) => void upsert.run({ id, lei, status, asOf }),
    move(from, into) {
      const isChanged = copyLater.run(into, from).changes > 0
      keepOnly(from, [])
      return isChanged
    },
    keepOnly,
    holders: (lei) => holders.all(lei) as number[],
  }
}

/** Stores parents of companies with an LEI. Call it inside a transaction. */
export type ParentsSaver = (batch: readonly LeiParent[], nowMs: number) => SaveCount

/** Prepares the statements. */
export function parentsSaver(db: Database, stored: StoredCompanies): ParentsSaver {
  const noteOf = db.prepare(
    'SELECT is_valid, as_of FROM lei_parents WHERE child = ? AND kind = ? AND parent = ?',
  )
  const upsert = db.prepare(
    `INSERT INTO lei_parents (child, kind, parent, is_valid, as_of) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET is_valid = excluded.is_valid, as_of = excluded.as_of`,
  )
  const companiesOf = db.prepare('SELECT company_id FROM leis WHERE lei = ?').pluck()
  const recount = db.prepare(
    `UPDATE leis SET subsidiaries = ${COUNT_SUBSIDIARIES}
     WHERE lei = @lei AND subsidiaries <> ${COUNT_SUBSIDIARIES}`,
  )
  const saveParent = (statement: LeiParent): boolean => {
    const { child, kind, parent, isValid, asOf } = statement
    const row = noteOf.get(child, kind, parent) as { is_valid: number; as_of: string } | undefined
    const note = row && { isValid: row.is_valid === 1, asOf: row.as_of }
    if (!isNewStatement(note, statement)) return false
    upsert.run(child, kind, parent, isValid ? 1 : 0, asOf)
    return true
  }
  const log = (lei: Lei, field: string, nowMs: number) => {
    for (const id of companiesOf.all(lei) as number[]) {
      const uuid = stored.uuidOf(id)
      stored.touch(id, nowMs)
      if (uuid !== undefined) stored.log({ uuid, kind: 'changed', atMs: nowMs, fields: [field] })
    }
  }
  return (batch, nowMs) => {
    const changed = batch.filter(saveParent)
    for (const child of new Set(changed.map((statement) => statement.child))) log(child, 'parents', nowMs)
    for (const lei of new Set(changed.map((statement) => statement.parent))) {
      if (recount.run({ lei }).changes > 0) log(lei, 'subsidiaries', nowMs)
    }
    return { created: 0, changed: changed.length, unchanged: batch.length - changed.length }
  }
}
