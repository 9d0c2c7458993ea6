/**
 * Checks whether the system's limit of open files is high enough for a server. `undefined` stands for a system
 * without such a limit.
 */
import { Failure } from '../core/failure.ts'

/**
 * Open files of a server without its HTTP threads: databases, an import and its threads, pipes of the
 * runtime (measured: 95), and the connections to 32 receivers of events.
 */
const SERVER_FILES = 150
/** Open files of each HTTP thread, without its connections. Measured: 17. */
const THREAD_FILES = 20
/** Minimum number of connections that the limit must leave room for. */
const CONNECTIONS_MIN = 32
/** Number of connections below which a warning is shown. */
const CONNECTIONS_ENOUGH = 256

/** The result of the check, with a sentence for people. */
export interface FileBudget {
  readonly state: 'ok' | 'warn' | 'fail'
  readonly description: string
}

/**
 * Compares the number of open files that a server with `threads` HTTP threads needs with the limit; returns
 * `undefined` without a limit.
 */
export function fileBudget(threads: number, limit: number | undefined): FileBudget | undefined {
  if (limit === undefined) return undefined
  const own = SERVER_FILES + THREAD_FILES * threads
  const needed = own + CONNECTIONS_MIN
  const advice =
    'Raise the limit (`ulimit -n 4096`, or LimitNOFILE=4096 in a systemd unit), or reduce THREADS.'
  if (limit < needed) {
    const description = `A server with ${threads} threads needs ${needed} open files, but the system allows this process only ${limit}. ${advice}`
    return { state: 'fail', description }
  }
  const connections = limit - own
  const description = `${limit} open files: enough for ${connections.toLocaleString('en')} connections`
  return connections < CONNECTIONS_ENOUGH
    ? { state: 'warn', description: `${description}. ${advice}` }
    : { state: 'ok', description }
}

/**
 * Returns how many connections each of `threads` HTTP threads may keep open, so that commands, imports and
 * databases still find open files; `undefined` without a limit.
 */
export function connectionsOfThread(threads: number, limit: number | undefined): number | undefined {
  if (limit === undefined) return undefined
  return Math.max(1, Math.floor((limit - SERVER_FILES - THREAD_FILES * threads) / threads))
}

/**
 * Calls `warn` if the limit leaves room for few connections.
 *
 * @throws {Failure} `service_unavailable` if the limit is too low for a server.
 */
export function checkFileBudget(
  threads: number,
  limit: number | undefined,
  warn: (sentence: string) => void,
): void {
  const budget = fileBudget(threads, limit)
  if (budget?.state === 'fail') throw new Failure('service_unavailable', budget.description)
  if (budget?.state === 'warn') warn(budget.description)
}
