/** Shortens the change log: of each company's old changes only the last one is kept. */
import type { Statements } from '../../database/statements.ts'

const NEXT_CHANGES = `SELECT sequence, at_ms FROM changes
  WHERE sequence > (SELECT through FROM shortened_log) ORDER BY sequence LIMIT $1`
const DELETE_REPLACED = `DELETE FROM changes WHERE sequence IN (
  SELECT earlier.sequence FROM changes AS seen
  JOIN changes AS earlier ON earlier.uuid = seen.uuid AND earlier.sequence < seen.sequence
  WHERE seen.sequence > (SELECT through FROM shortened_log) AND seen.sequence <= $1)`
const SET_SHORTENED = 'UPDATE shortened_log SET through = $1'

/**
 * Deletes the changes before `keptFromMs` that a later old change of the same company replaces. Each change
 * is examined once, when it is old, so the cost grows with the number of changes and not with the log. If the
 * clock was set back, old changes after a young one wait for that. Call it inside a transaction.
 *
 * @returns the number of changes examined.
 */
export async function shortenChanges(
  statements: Statements,
  keptFromMs: number,
  changesMax: number,
): Promise<number> {
  const ahead = await statements.all<{ sequence: number; at_ms: number }>(NEXT_CHANGES, [changesMax])
  const young = ahead.findIndex(({ at_ms }) => at_ms >= keptFromMs)
  const old = young < 0 ? ahead : ahead.slice(0, young)
  const through = old.at(-1)?.sequence
  if (through === undefined) return 0
  await statements.run(DELETE_REPLACED, [through])
  await statements.run(SET_SHORTENED, [through])
  return old.length
}
