/** Limits how many connections a server accepts, so that clients cannot use up the process's open files. */
import type { Server } from 'node:http'
import type { Log } from './log.ts'

/** Minimum interval between two log lines about dropped connections, in ms. */
export const DROPS_EVERY_MS = 60_000

/**
 * Makes the server close each connection beyond `acceptedMax` at once, without a response. The first one is
 * logged, and then their number once in `DROPS_EVERY_MS`.
 */
export function limitAccepted(server: Server, acceptedMax: number, log: Log, everyMs = DROPS_EVERY_MS): void {
  let dropped = 0
  let isQuiet = false
  const report = () => {
    isQuiet = dropped > 0
    if (!isQuiet) return
    log.error({ dropped, accepted: acceptedMax }, 'connections were closed: no open files are left for them')
    dropped = 0
    setTimeout(report, everyMs).unref()
  }
  server.maxConnections = acceptedMax
  server.on('drop', () => {
    dropped++
    if (!isQuiet) report()
  })
}
