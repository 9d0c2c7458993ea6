/** Further ids of companies. */
import type { FormerNumberRow } from '../../../company-rows/rows/company-rows.ts'
import type { StoredAliases } from '../../../company-rows/save/stored-companies.ts'
import type { Database } from '../../database/open-database.ts'
import { bytesOfUuid, textOfUuid } from '../tables/uuid-bytes.ts'

/** Prepares the statements. */
export function storedAliases(db: Database): StoredAliases {
  const remove = db.prepare('DELETE FROM aliases WHERE uuid = ?')
  const deleteFormer = db.prepare('DELETE FROM aliases WHERE uuid = ? AND company_id = ? AND is_same = 0')
  const idOfSame = db.prepare('SELECT company_id FROM aliases WHERE uuid = ? AND is_same = 1').pluck()
  const holderOf = db
    .prepare('SELECT c.uuid FROM aliases a JOIN companies c ON c.id = a.company_id WHERE a.uuid = ?')
    .pluck()
  const upsert = db.prepare(
    'INSERT INTO aliases (uuid, company_id) VALUES (?, ?) ON CONFLICT DO UPDATE SET company_id = excluded.company_id',
  )
  const upsertSame = db.prepare(
    `INSERT INTO aliases (uuid, company_id, is_same) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET company_id = excluded.company_id, is_same = 1`,
  )
  const move = db.prepare('UPDATE aliases SET company_id = ? WHERE company_id = ?')
  const formerNumbersOf = db.prepare('SELECT * FROM former_numbers WHERE digits = ?')
  return {
    idOfSame: (alias) => idOfSame.get(bytesOfUuid(alias)) as number | undefined,
    holderOf(alias) {
      const holder = holderOf.get(bytesOfUuid(alias)) as Buffer | undefined
      return holder && textOfUuid(holder)
    },
    put: (alias, id) => void upsert.run(bytesOfUuid(alias), id),
    putSame: (alias, id) => void upsertSame.run(bytesOfUuid(alias), id),
    delete: (alias) => void remove.run(bytesOfUuid(alias)),
    deleteFormer: (alias, id) => void deleteFormer.run(bytesOfUuid(alias), id),
    move: (from, into) => void move.run(into, from),
    formerNumbersOf: (digits) => formerNumbersOf.all(digits) as FormerNumberRow[],
  }
}
