/** Whether the system lets a server have as many files open as it needs. */
import { openFilesMax } from '../adapters/system/open-files.ts'
import { Failure } from '../core/failure.ts'

/** What a server needs without HTTP threads: databases, an import and its threads, pipes of the runtime. Measured: 95. */
const SERVER_FILES = 110
/** What each HTTP thread needs beside its connections. Measured: 17. */
const THREAD_FILES = 20
/** Connections that there must be room for. */
const CONNECTIONS_MIN = 32
/** With room for fewer than so many connections it is worth a word. */
const CONNECTIONS_ENOUGH = 256

/** What there is to say of the limit. */
export interface FileBudget {
  readonly state: 'ok' | 'warn' | 'fail'
  readonly says: string
}

/** Compares what a server of so many threads needs with the limit; `undefined` where the system does not tell one. */
export function fileBudget(threads: number, limit = openFilesMax()): FileBudget | undefined {
  if (limit === undefined) return undefined
  const own = SERVER_FILES + THREAD_FILES * threads
  const needed = own + CONNECTIONS_MIN
  const advice =
    'Raise the limit (`ulimit -n 4096`, or LimitNOFILE=4096 in a unit of systemd), or set fewer THREADS.'
  if (limit < needed) {
    const says = `A server of ${threads} threads needs ${needed} open files, and the system lets this process have ${limit}. ${advice}`
    return { state: 'fail', says }
  }
  const connections = limit - own
  const says = `${limit} open files: room for ${connections.toLocaleString('en')} connections`
  return connections < CONNECTIONS_ENOUGH
    ? { state: 'warn', says: `${says}. ${advice}` }
    : { state: 'ok', says }
}

/**
 * Tells `warn` of a limit that leaves room for few connections.
 *
 * @throws Failure `service_unavailable` when the limit is too low for a server.
 */
export function checkFileBudget(threads: number, warn: (sentence: string) => void): void {
  const budget = fileBudget(threads)
  if (budget?.state === 'fail') throw new Failure('service_unavailable', budget.says)
  if (budget?.state === 'warn') warn(budget.says)
}
