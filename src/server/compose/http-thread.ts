/** The adapters of an HTTP thread, and the server over them. */

import { openListFolder } from '../../adapters/lists/list-folder.ts'
import { SharedAddressBudget } from '../../adapters/shared-memory/address-budget.ts'
import { SharedKeyRing } from '../../adapters/shared-memory/key-ring.ts'
import { viewSharedBlock } from '../../adapters/shared-memory/shared-block.ts'
import { SharedTrafficMeter } from '../../adapters/shared-memory/traffic.ts'
import { SharedUsageMeter } from '../../adapters/shared-memory/usage.ts'
import { SharedVisitorBudget } from '../../adapters/shared-memory/visitor-budget.ts'
import { openLog } from '../../adapters/system/log.ts'
import type { Config } from '../../config/config.ts'
import type { Site } from '../../core/accounts/site.ts'
import type { SendCommand } from '../../core/commands.ts'
import type { NameIndex } from '../../core/search/name-index.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { timedIndex } from '../../core/search/timed-index.ts'
import { createServer } from '../../http/server.ts'
import { readDashboard } from '../dashboard-files.ts'
import { dataFiles } from '../data-folder.ts'
import { connectionsOfThread } from '../file-budget.ts'
import { openAccountReaders } from './account-readers.ts'
import { connectCompanies } from './companies.ts'
import { type Limits, openLimits } from './limits.ts'
import { openSandbox } from './sandbox.ts'
import { isInOpenSearch, openSearchingIndex } from './search-index.ts'
import { clock, openFilesMax, secrets } from './system.ts'

const NS_A_MS = 1_000_000
/**
 * Length of the queue of connections that wait to be accepted. Beyond it clients retry only after seconds.
 * The system may allow fewer.
 */
const BACKLOG = 4096

/** What an HTTP thread is started with. */
export interface HttpThreadData {
  readonly block: SharedArrayBuffer
  /** Number of the thread, from 2: number 1 is the supervisor. */
  readonly thread: number
  readonly config: Config
  readonly site: Site
  /**
   * Result of `secretFor('sessions', …)`; if `undefined`, no session is valid. Threads do not get the root
   * secret itself.
   */
  readonly sessionSecret: string | undefined
  readonly version: string
}

/** An HTTP thread as its entry file uses it. */
export interface HttpThread {
  listen(port: number, isShared: boolean): Promise<unknown>
  publish(snapshot: PublishedIndex): void
  /** Announces the stop: `/health/ready` answers 503, everything else as before. */
  drain(): void
  /** Stops listening; resolves when every request in flight is answered. */
  close(): Promise<void>
}

/**
 * Opens the adapters behind the ports that the routes of an HTTP thread need, and returns them with a
 * function that closes them.
 */
async function openNeeds(
  { block, thread, config, site, sessionSecret }: HttpThreadData,
  index: NameIndex,
  { limiter }: Limits,
  sendCommand: SendCommand,
) {
  const shared = viewSharedBlock(block)
  const needs = { clock, secrets }
  const companies = await connectCompanies(config)
  const accounts = openAccountReaders(config)
  const sandbox = openSandbox()
  const traffic = new SharedTrafficMeter(shared, thread)
  return {
    needs: {
      ...needs,
      companies,
      ...accounts.ports,
      uploads: openListFolder(dataFiles(config.dataDir).lists, secrets),
      writeWorkbook,
      index: timedIndex({ index, traffic, ...needs }),
      keyRing: new SharedKeyRing(shared, needs),
      limiter,
      addressBudget: new SharedAddressBudget(shared, thread, config.authFailuresPerMinute, needs),
      visitorBudget: new SharedVisitorBudget(shared, thread, needs),
      usageMeter: new SharedUsageMeter(shared),
      traffic,
      sendCommand,
      site,
      sessionSecret,
      dashboard: readDashboard(),
      sandbox,
      isIndexShared: isInOpenSearch(config),
    },
    async close() {
      await companies.close()
      await accounts.close()
      sandbox.companies.close()
    },
  }
}

/** The library for archives is loaded when somebody wants a workbook. */
async function* writeWorkbook(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const { workbookOfLines } = await import('../../adapters/lists/workbook.ts')
  yield* workbookOfLines(lines)
}

/** Builds an HTTP thread. `sendCommand` sends a command to the supervisor. */
export async function buildHttpThread(data: HttpThreadData, sendCommand: SendCommand): Promise<HttpThread> {
  const { block, thread, config, version } = data
  const nowMs = () => Number(clock.monotonicNs()) / NS_A_MS
  const searching = await openSearchingIndex(config, nowMs)
  const log = openLog(config.logLevel, thread)
  const limits = await openLimits(config, viewSharedBlock(block), thread, log)
  const { needs, close } = await openNeeds(data, searching.index, limits, sendCommand)
  const { trustProxy, requestsInFlightMax, connectionsMax, metricsToken } = config
  const acceptedMax = connectionsOfThread(config.threads, openFilesMax())
  const settings = {
    ...{ version, trustProxy, requestsInFlightMax, connectionsMax, acceptedMax, metricsToken, log },
  }
  const server = createServer(needs, settings)
  return {
    listen: async (port, isShared) => {
      await limits.start()
      await server.listen({ port, host: config.host, backlog: BACKLOG, reusePort: isShared })
    },
    publish: (snapshot) => searching.publish(snapshot),
    drain: () => server.drain(),
    close: async () => {
      await server.close()
      limits.close()
      await close()
      searching.close()
      log.flush()
    },
  }
}
