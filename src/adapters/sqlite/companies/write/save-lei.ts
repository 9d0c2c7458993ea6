/** Stores LEIs of companies and their parents. */
import type { SaveCount } from '../../../../core/company/company-writer.ts'
import type { EntryLei, LeiParent } from '../../../../core/company/lei.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import type { Database } from '../../database/open-database.ts'
import type { CompanyStatements } from './company-statements.ts'

/** Stores LEIs; call its methods inside a transaction. */
export interface LeiWriter {
  /** Stores the LEI of a company; returns whether that changed anything. A statement of an earlier day does not. */
  saveLei(companyId: number, lei: EntryLei, asOf: string): boolean
  /** Stores the LEI of a company that was stored before, and logs the change. */
  changeLei(companyId: number, lei: EntryLei, asOf: string, nowMs: number): boolean
  /** Returns the companies that have an LEI: that of the latest statement first, then by uuid. */
  holders(lei: Lei): readonly number[]
  /** Copies LEIs of a company to a new one. */
  copyLeis(from: number, to: number, leis: readonly Lei[]): void
  /** Moves the LEIs of a company to another one, and logs that. */
  moveLeis(from: number, into: number, nowMs: number): void
  /** Deletes the LEIs of a company that are not among these, and logs that. */
  keepLeis(companyId: number, leis: readonly Lei[], nowMs: number): void
  /** Stores parents, and logs the companies whose parents or number of subsidiaries changed. */
  saveParents(batch: readonly LeiParent[], nowMs: number): SaveCount
}

interface LeiNote {
  readonly status: string
  readonly as_of: string
}

interface ParentNote {
  readonly is_valid: number
  readonly as_of: string
}

const COUNT_SUBSIDIARIES = '(SELECT count(DISTINCT child) FROM lei_parents WHERE parent = @lei AND is_valid)'

const MOVE = `INSERT INTO leis (company_id, lei, status, as_of, subsidiaries)
  SELECT ?, lei, status, as_of, subsidiaries FROM leis WHERE company_id = ?
  ON CONFLICT DO UPDATE SET status = excluded.status, as_of = excluded.as_of WHERE excluded.as_of > leis.as_of`

/** Prepares the statements. */
export function leiWriter(db: Database, logChange: CompanyStatements['logChange']): LeiWriter {
  const noteOf = db.prepare('SELECT status, as_of FROM leis WHERE company_id = ? AND lei = ?')
  const insert = db.prepare(
    `INSERT INTO leis (company_id, lei, status, as_of, subsidiaries)
     VALUES (@companyId, @lei, @status, @asOf, ${COUNT_SUBSIDIARIES})`,
  )
  const update = db.prepare('UPDATE leis SET status = ?, as_of = ? WHERE company_id = ? AND lei = ?')
  const uuidOf = db.prepare('SELECT uuid FROM companies WHERE id = ?').pluck()
  const move = db.prepare(MOVE)
  const parents = parentStatements(db)
  const logCompany = (id: number, uuid: Buffer, field: string, nowMs: number) => {
    parents.noteUpdate.run(nowMs, id)
    logChange.run(uuid, 'changed', nowMs, field)
  }
  const log = (lei: Lei, field: string, nowMs: number) => {
    const companies = parents.companiesOf.all(lei) as { id: number; uuid: Buffer }[]
    for (const { id, uuid } of companies) logCompany(id, uuid, field, nowMs)
  }
  const saveLei: LeiWriter['saveLei'] = (companyId, { lei, status }, asOf) => {
    const note = noteOf.get(companyId, lei) as LeiNote | undefined
    if (note === undefined) insert.run({ companyId, lei, status, asOf })
    else if (asOf < note.as_of) return false
    else update.run(status, asOf, companyId, lei)
    return note?.status !== status
  }
  return {
    saveLei,
    changeLei(companyId, lei, asOf, nowMs) {
      const isNew = saveLei(companyId, lei, asOf)
      if (isNew) logCompany(companyId, uuidOf.get(companyId) as Buffer, 'lei', nowMs)
      return isNew
    },
    ...holderStatements(db),
    moveLeis(from, into, nowMs) {
      if (move.run(into, from).changes > 0) logCompany(into, uuidOf.get(into) as Buffer, 'lei', nowMs)
      deleteOthers(db, from, [])
    },
    keepLeis(companyId, leis, nowMs) {
      if (deleteOthers(db, companyId, leis) > 0)
        logCompany(companyId, uuidOf.get(companyId) as Buffer, 'lei', nowMs)
    },
    saveParents(batch, nowMs) {
      const changed = batch.filter((statement) => saveParent(parents, statement))
      for (const child of new Set(changed.map((statement) => statement.child))) log(child, 'parents', nowMs)
      for (const lei of new Set(changed.map((statement) => statement.parent))) {
        if (parents.recount.run({ lei }).changes > 0) log(lei, 'subsidiaries', nowMs)
      }
      return { created: 0, changed: changed.length, unchanged: batch.length - changed.length }
    },
  }
}

function holderStatements(db: Database): Pick<LeiWriter, 'holders' | 'copyLeis'> {
  const copy = db.prepare(
    `INSERT INTO leis (company_id, lei, status, as_of, subsidiaries)
     SELECT ?, lei, status, as_of, subsidiaries FROM leis
     WHERE company_id = ? AND lei IN (SELECT value FROM json_each(?))`,
  )
  const holders = db
    .prepare(
      'SELECT c.id FROM leis l JOIN companies c ON c.id = l.company_id WHERE l.lei = ? ORDER BY l.as_of DESC, c.uuid',
    )
    .pluck()
  return {
    holders: (lei) => holders.all(lei) as number[],
    copyLeis: (from, to, leis) => copy.run(to, from, JSON.stringify(leis)),
  }
}

function deleteOthers(db: Database, companyId: number, leis: readonly Lei[]): number {
  const sql = 'DELETE FROM leis WHERE company_id = ? AND lei NOT IN (SELECT value FROM json_each(?))'
  return db.prepare(sql).run(companyId, JSON.stringify(leis)).changes
}

function parentStatements(db: Database) {
  return {
    noteOf: db.prepare('SELECT is_valid, as_of FROM lei_parents WHERE child = ? AND kind = ? AND parent = ?'),
    upsert: db.prepare(
      `INSERT INTO lei_parents (child, kind, parent, is_valid, as_of) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET is_valid = excluded.is_valid, as_of = excluded.as_of`,
    ),
    companiesOf: db.prepare(
      'SELECT c.id, c.uuid FROM leis l JOIN companies c ON c.id = l.company_id WHERE l.lei = ?',
    ),
    noteUpdate: db.prepare('UPDATE companies SET updated_at_ms = ? WHERE id = ?'),
    recount: db.prepare(
      `UPDATE leis SET subsidiaries = ${COUNT_SUBSIDIARIES}
       WHERE lei = @lei AND subsidiaries <> ${COUNT_SUBSIDIARIES}`,
    ),
  }
}

/** Of two statements of one day, that of a valid parent counts, in any order. */
function saveParent(statements: ReturnType<typeof parentStatements>, statement: LeiParent): boolean {
  const { child, kind, parent, isValid, asOf } = statement
  const note = statements.noteOf.get(child, kind, parent) as ParentNote | undefined
  const isOlder = note !== undefined && (asOf < note.as_of || (asOf === note.as_of && !isValid))
  if (isOlder || (note?.as_of === asOf && note.is_valid === Number(isValid))) return false
  statements.upsert.run(child, kind, parent, isValid ? 1 : 0, asOf)
  return true
}
