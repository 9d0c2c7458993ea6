/** Shortens the change log: of each company's old changes only the last one is kept. */
import type { Database } from '../../database/open-database.ts'

const SHORTENED = 'SELECT through FROM shortened_log'
const NEXT_CHANGES = 'SELECT sequence, at_ms FROM changes WHERE sequence > ? ORDER BY sequence LIMIT ?'
const DELETE_REPLACED = `DELETE FROM changes WHERE sequence IN (
  SELECT earlier.sequence FROM changes AS seen
  JOIN changes AS earlier ON earlier.uuid = seen.uuid AND earlier.sequence < seen.sequence
  WHERE seen.sequence > @from AND seen.sequence <= @through)`
const SET_SHORTENED = 'UPDATE shortened_log SET through = @through'

/**
 * Deletes the changes before `keptFromMs` that a later old change of the same company replaces. Each change
 * is examined once, when it is old, so the cost grows with the number of changes and not with the log. If the
 * clock was set back, old changes after a young one wait for that.
 *
 * @returns the number of changes examined.
 */
export function shortenChanges(db: Database, keptFromMs: number, changesMax: number): number {
  const shorten = db.transaction(() => {
    const from = db.prepare(SHORTENED).pluck().get() as number
    const ahead = db
      .prepare<[number, number], { sequence: number; at_ms: number }>(NEXT_CHANGES)
      .all(from, changesMax)
    const young = ahead.findIndex(({ at_ms }) => at_ms >= keptFromMs)
    const old = young < 0 ? ahead : ahead.slice(0, young)
    const through = old.at(-1)?.sequence
    if (through === undefined) return 0
    db.prepare(DELETE_REPLACED).run({ from, through })
    db.prepare(SET_SHORTENED).run({ through })
    return old.length
  })
  return shorten.immediate()
}
