/** The change log as it grows old. */
import type { Database } from '../database/open-database.ts'

const SHORTENED = 'SELECT through FROM shortened_log'
const AHEAD = 'SELECT sequence, at_ms FROM changes WHERE sequence > ? ORDER BY sequence LIMIT ?'
const FORGET = `DELETE FROM changes WHERE sequence IN (
  SELECT earlier.sequence FROM changes AS seen
  JOIN changes AS earlier ON earlier.uuid = seen.uuid AND earlier.sequence < seen.sequence
  WHERE seen.sequence > @from AND seen.sequence <= @through)`
const GO_ON = 'UPDATE shortened_log SET through = @through'

/**
 * Each change is looked at once, when it is old, so that the cost grows with what was changed and not with the log. Where the clock was set
 * back, old ones that follow a young one wait for it.
 *
 * @returns how many were looked at.
 */
export function shortenChanges(db: Database, keptFromMs: number, changesMax: number): number {
  const shorten = db.transaction(() => {
    const from = db.prepare(SHORTENED).pluck().get() as number
    const ahead = db
      .prepare<[number, number], { sequence: number; at_ms: number }>(AHEAD)
      .all(from, changesMax)
    const young = ahead.findIndex(({ at_ms }) => at_ms >= keptFromMs)
    const old = young < 0 ? ahead : ahead.slice(0, young)
    const through = old.at(-1)?.sequence
    if (through === undefined) return 0
    db.prepare(FORGET).run({ from, through })
    db.prepare(GO_ON).run({ through })
    return old.length
  })
  return shorten.immediate()
}
