/** The change log as it grows old. */
import type { Database } from './open-database.ts'

const OLDEST = 'SELECT at_ms FROM changes ORDER BY sequence LIMIT 1'
/**
 * One pass over the log, about two seconds for 1.5 million changes, in every import once there is anything old: it has no index by company,
 * which every change would have to keep up.
 */
const SHORTEN =
  'DELETE FROM changes WHERE at_ms < ? AND sequence NOT IN (SELECT max(sequence) FROM changes GROUP BY uuid)'

/** @returns how many changes went. */
export function shortenChanges(db: Database, keptFromMs: number): number {
  const oldest = db.prepare<[], { at_ms: number }>(OLDEST).get()
  if (oldest === undefined || oldest.at_ms >= keptFromMs) return 0
  return db.prepare<[number]>(SHORTEN).run(keptFromMs).changes
}
