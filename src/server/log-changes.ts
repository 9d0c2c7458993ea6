/** A line of the log for each change that somebody makes, by a page, the API or the command line. */
import type { ProcessLog } from '../core/process-log.ts'

/** Ids of keys, accounts and companies. Nothing else of a change is logged: no name, address or secret. */
const ID = /^(?:(?:key|acc)_[0-9A-Za-z]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** Levels of a result that are looked into. */
const DEPTH_MAX = 3

/** Runs a change, and logs it when it is stored. */
export async function logged<Result>(
  log: Pick<ProcessLog, 'info'>,
  what: { readonly command: string; readonly params: unknown; readonly by: 'http' | 'command line' },
  change: () => Promise<Result>,
): Promise<Result> {
  const result = await change()
  const ids = [...new Set([...idsIn(result), ...idsIn(what.params)])]
  log.info({ command: what.command, by: what.by, ids }, 'a change was made')
  return result
}

function* idsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string' && ID.test(value)) yield value
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
  for (const inner of Object.values(value)) yield* idsIn(inner, depth + 1)
}
