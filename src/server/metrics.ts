/** The metrics of a server, collected at each request for them. */
import type { Config } from '../config/config.ts'
import { urlOf } from '../config/site.ts'
import type { Awaitable } from '../core/awaitable.ts'
import type { CompanyStore } from '../core/company/company-store.ts'
import { Failure } from '../core/failure.ts'
import type { EmailReader } from '../core/notifications/outbox.ts'
import type { Clock } from '../core/ports.ts'
import type { ProcessLog } from '../core/process-log.ts'
import type { NameIndex } from '../core/search/name-index.ts'
import type { SourceStore } from '../core/sources/source-store.ts'
import { type CompanyFacts, metricFamilies } from '../http/monitoring/metric-families.ts'
import { listenForMetrics } from '../http/monitoring/metrics-server.ts'
import { metricsText } from '../http/monitoring/metrics-text.ts'
import { routeIds } from './compose/route-ids.ts'
import type { SharedMemory } from './compose/supervisor.ts'
import type { ServerNode } from './nodes/server-node.ts'
import type { Importer } from './threads/import-queue.ts'
import type { MatchJobs } from './threads/match-jobs.ts'
import type { Watching } from './threads/watching.ts'

const US_PER_S = 1e6
/** Number of imports that are read to find the last finished one: at most one runs at a time. */
const IMPORTS = 2

/** The parts of the server whose state is read without opening a file. */
export interface WatchedParts {
  readonly memory: Pick<SharedMemory, 'readTraffic' | 'readLimitTraffic'>
  readonly config: Pick<Config, 'metricsHost' | 'metricsPort' | 'metricsToken'>
  readonly version: string
  readonly startedAtMs: number
  readonly log: Pick<ProcessLog, 'error'>
  watched(): {
    readonly threads: { readonly states: readonly string[] }
    readonly accounts: { readonly isWorking: boolean }
    readonly index: Pick<NameIndex, 'state'>
    readonly openSearch: 'none' | 'reached' | 'lost'
    readonly importer: Pick<Importer, 'isMerging' | 'step'>
    readonly sources: Pick<SourceStore, 'list'>
    readonly matching: Pick<MatchJobs, 'counts' | 'rowsMatched'>
    readonly watching: Pick<Watching, 'counts' | 'attempts'>
    readonly clock: Pick<Clock, 'nowMs'>
    readonly node: Pick<ServerNode, 'isLeaseHeld' | 'nodes'> | undefined
  }
}

/** Collects the metrics of a server and serves them on a port of their own. */
export class ServerMetrics {
  readonly #parts: WatchedParts
  #routes: readonly string[] | undefined
  #companies: CompanyStore | undefined
  #emails: EmailReader | undefined

  constructor(parts: WatchedParts) {
    this.#parts = parts
  }

  /** Adds the companies file and the e-mails to the sources of the metrics. */
  addReaders(companies: CompanyStore, emails: EmailReader): void {
    this.#companies = companies
    this.#emails = emails
  }

  /**
   * Returns the metrics in the text format of Prometheus. Values from a file that cannot be read are left
   * out.
   */
  async text(): Promise<string> {
    const { memory, config, version, startedAtMs, watched } = this.#parts
    const { threads, accounts, index, openSearch, importer, sources, matching, watching, clock, node } =
      watched()
    this.#routes ??= await routeIds({ version, metricsToken: config.metricsToken })
    const { user, system } = process.cpuUsage()
    return metricsText(
      metricFamilies({
        version,
        startedAtMs,
        threads: threads.states,
        isAccountsThreadWorking: accounts.isWorking,
        traffic: memory.readTraffic(),
        limits: memory.readLimitTraffic(),
        routes: this.#routes,
        index: openSearch === 'lost' ? undefined : await index.state(),
        openSearch,
        isMerging: importer.isMerging,
        isImporting: importer.step !== undefined,
        companies: await orUndefined(() => this.#companies && companyFacts(this.#companies)),
        emails: await orUndefined(() => this.#emails?.counts()),
        matchJobs: await orUndefined(() => matching.counts()),
        rowsMatched: matching.rowsMatched,
        webhooks: await orUndefined(() => watching.counts()),
        webhookAttempts: watching.attempts,
        importSources: await orUndefined(() => sources.list()),
        node: node && { isLeaseHeld: node.isLeaseHeld, nodes: await orUndefined(() => countNodes(node)) },
        nowMs: clock.nowMs(),
        process: { residentBytes: process.memoryUsage.rss(), cpuS: (user + system) / US_PER_S },
      }),
    )
  }

  /**
   * Serves the metrics on the port of the settings, if one is set, and calls `announce` with the address.
   *
   * @returns a function that stops listening.
   *
   * @throws {Failure} `conflict` if the port cannot be opened.
   */
  async listen(announce: (address: string) => void): Promise<() => Promise<void>> {
    const { config, log } = this.#parts
    const { metricsHost, metricsPort } = config
    if (metricsPort === undefined) return async () => {}
    const source = {
      read: () => this.text(),
      failed: (error: unknown) => log.error({ error: String(error) }, 'the metrics could not be collected'),
    }
    const server = await listenForMetrics(metricsHost, metricsPort, source).catch((error: Error) => {
      throw new Failure('conflict', `Cannot listen on METRICS_PORT ${metricsPort}: ${error.message}.`)
    })
    announce(`${urlOf(metricsHost, server.port)}/metrics`)
    return server.close
  }
}

async function countNodes(node: Pick<ServerNode, 'nodes'>) {
  const nodes = await node.nodes()
  const live = nodes.filter(({ isLive }) => isLive).length
  return { live, lost: nodes.length - live }
}

async function companyFacts(companies: CompanyStore): Promise<CompanyFacts> {
  const imports = await companies.imports(IMPORTS)
  return {
    sources: await companies.sources(),
    sequence: await companies.lastSequence(),
    lastImport: imports.find(({ endedAtMs }) => endedAtMs !== undefined),
  }
}

async function orUndefined<Facts>(read: () => Awaitable<Facts>): Promise<Facts | undefined> {
  try {
    return await read()
  } catch {
    return undefined
  }
}
