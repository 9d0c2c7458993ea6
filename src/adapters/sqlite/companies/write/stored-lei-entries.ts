/** What entries tell about the companies of LEIs, and the LEIs that wait to be assigned. */
import type { Lei } from '../../../../names/reading/lei.ts'
import { type LeiEntryRow, leiEntryColumns, leiEntryOf } from '../../../company-rows/rows/lei-entry-rows.ts'
import type { Namesake, StoredLeiEntries } from '../../../company-rows/save/stored-companies.ts'
import type { Database } from '../../database/open-database.ts'
import { bytesOfUuid, textOfUuid } from '../tables/uuid-bytes.ts'

type StoredRow = Omit<LeiEntryRow, 'uuid'> & { readonly uuid: Buffer | null }

const WAKE = 'INSERT OR IGNORE INTO waiting_leis'
const TAKE =
  'DELETE FROM waiting_leis WHERE lei IN (SELECT lei FROM waiting_leis ORDER BY lei LIMIT ?) RETURNING lei'

/** Prepares the statements. */
export function storedLeiEntries(db: Database): StoredLeiEntries {
  const insert = db.prepare(
    `INSERT INTO lei_entries (source, source_key, lei, uuid, name_folded, type, digits, suffix)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db
    .prepare('DELETE FROM lei_entries WHERE source = ? AND source_key = ? RETURNING lei')
    .pluck()
  const ofLei = db.prepare('SELECT * FROM lei_entries WHERE lei = ?')
  const sameName = db.prepare(
    `SELECT id, register_court AS court, register_suffix AS suffix FROM companies
     WHERE name_folded = ? AND register_type = ? AND register_digits = ?`,
  )
  const wake = db.prepare(`${WAKE} VALUES (?)`)
  const wakeTold = db.prepare(`${WAKE} SELECT lei FROM lei_entries WHERE lei = ?`)
  const wakeByName = db.prepare(`${WAKE} SELECT lei FROM lei_entries WHERE name_folded = ?`)
  let hasAny = db.prepare('SELECT 1 FROM lei_entries LIMIT 1').get() !== undefined
  return {
    hasAny: () => hasAny,
    put({ source, sourceKey }, told) {
      hasAny = true
      const [lei, uuid, ...number] = leiEntryColumns(told)
      insert.run(source, sourceKey, lei, uuid === null ? null : bytesOfUuid(uuid), ...number)
    },
    remove({ source, sourceKey }) {
      for (const lei of remove.all(source, sourceKey)) wake.run(lei)
    },
    of: (lei) =>
      (ofLei.all(lei) as StoredRow[]).map((row) =>
        leiEntryOf({ ...row, uuid: row.uuid === null ? null : textOfUuid(row.uuid) }),
      ),
    namesakes: ({ nameFolded, type, digits }) => sameName.all(nameFolded, type, digits) as Namesake[],
    wake: (lei) => void wake.run(lei),
    wakeTold: (lei) => void wakeTold.run(lei),
    wakeByName: (nameFolded) => void wakeByName.run(nameFolded),
  }
}

/** Returns the next waiting LEIs, at most `most`, which then no longer wait. */
export function takeWaiting(db: Database, most: number): readonly Lei[] {
  return (db.prepare(TAKE).pluck().all(most) as Lei[]).sort()
}
