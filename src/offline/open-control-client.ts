/**
 * Opens the control client of a command: over the control socket of the running server, or in this process.
 */
import { existsSync } from 'node:fs'
import { Stopped } from '../cli/stopped.ts'
import type { Config } from '../config/config.ts'
import type { ControlClient } from '../control/commands.ts'
import { type ControlConnection, checkedClient, connectControl } from '../control/control-client.ts'
import { Failure } from '../core/failure.ts'
import { watchForStop } from '../server/compose/system.ts'
import { folderFault } from '../server/data-folder.ts'

/**
 * Calls `work` with a control client. If a server runs on the data folder, the client uses its control
 * socket; otherwise this process does the work, with the folder's lock if it writes.
 *
 * @throws {Failure} the failure of the command; `conflict` if a process that is not a server holds the
 * folder; `service_unavailable` if no server could use the folder.
 */
export async function withControlClient<Result>(
  config: Config,
  version: string,
  work: (send: ControlClient) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = config
  const connection = await reachServer(dataDir, version)
  if (connection === undefined) {
    // Loaded only here: a command to a running server needs neither databases nor index.
    const { openLocalControlClient } = await import('./local-control-client.ts')
    return work(openLocalControlClient(config, version))
  }
  const send = checkedClient(connection, version)
  try {
    return await work((name, params, report) => {
      const answer = send(name, params, report)
      return name === 'import' || name === 'runSource' ? untilStopped(answer) : answer
    })
  } finally {
    connection.close()
  }
}

/**
 * Connects to the server of a data folder, also if this process cannot write there; returns `undefined` if
 * none runs.
 *
 * @throws {Failure} `service_unavailable` if none runs and none could use the folder; as `connectControl`.
 */
async function reachServer(dataDir: string, version: string): Promise<ControlConnection | undefined> {
  const fault = folderFault(dataDir)
  try {
    const connection = existsSync(dataDir) ? await connectControl(dataDir, version) : undefined
    if (connection !== undefined || fault === undefined) return connection
  } catch (error) {
    if (fault === undefined) throw error
  }
  throw new Failure('service_unavailable', fault)
}

/**
 * Waits for the server's answer or for a stop signal, which ends only the waiting: the server continues the
 * import.
 */
async function untilStopped<Result>(answer: Promise<Result>): Promise<Result> {
  const watch = watchForStop()
  const stopped = Promise.withResolvers<never>()
  watch.stop.addEventListener('abort', () => {
    stopped.reject(new Stopped(watch.signal()!, 'The server continues the import; see `firmensuche status`.'))
  })
  return Promise.race([answer, stopped.promise])
}
