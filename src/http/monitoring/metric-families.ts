/** The metrics of a server as Prometheus families. No label contains a key, an address, a name or a query. */
import type { ImportRecord, SourceSet } from '../../core/company/company-store.ts'
import type { EmailCounts } from '../../core/notifications/outbox.ts'
import type { IndexState } from '../../core/search/name-index.ts'
import type { KnownSource } from '../../core/sources/source.ts'
import { BOUNDS_US } from '../../core/usage/latency-buckets.ts'
import type { LimitTraffic } from '../../core/usage/limit-traffic.ts'
import { type Durations, STATUS_CLASSES, type Traffic } from '../../core/usage/traffic.ts'
import { counter, gauge } from './family.ts'
import type { Family, Sample } from './metrics-text.ts'
import { type WebhookFacts, webhookFamilies } from './webhook-families.ts'

/**
 * The values of all metrics. A value that cannot be read at the moment is `undefined`, and its families are
 * left out.
 */
export interface ServerFacts extends WebhookFacts {
  readonly version: string
  readonly startedAtMs: number
  /** One state for each HTTP thread. */
  readonly threads: readonly string[]
  readonly isAccountsThreadWorking: boolean
  readonly traffic: Traffic
  readonly limits: LimitTraffic
  /** Name of each route, in the order of the traffic counters. */
  readonly routes: readonly string[]
  /** `undefined` before the first one, and while OpenSearch is lost. */
  readonly index: IndexState | undefined
  /** Whether the index in OpenSearch can be searched completely. */
  readonly openSearch: 'none' | 'reached' | 'lost'
  readonly isMerging: boolean
  readonly isImporting: boolean
  readonly companies: CompanyFacts | undefined
  readonly emails: EmailCounts | undefined
  /** The sources of the operator; at most `SOURCES_MAX`. */
  readonly importSources: readonly SourceFacts[] | undefined
  /** Jobs that match lists, by state. */
  readonly matchJobs: Readonly<Record<string, number>> | undefined
  /** Rows that this server has matched since its start. */
  readonly rowsMatched: number
  /** `undefined` if the server is alone. */
  readonly node: NodeFacts | undefined
  readonly nowMs: number
  readonly process: ProcessFacts
}

/** This server as one of several nodes. */
export interface NodeFacts {
  /** Whether it answers requests with keys. */
  readonly isLeaseHeld: boolean
  /** Numbers of nodes; `undefined` while the database cannot be read. */
  readonly nodes: { readonly live: number; readonly lost: number } | undefined
}

/** Values from the companies' database. */
export interface CompanyFacts {
  readonly sources: readonly SourceSet[]
  readonly sequence: number
  /** The last import that ended. */
  readonly lastImport: ImportRecord | undefined
}

/** The runs of a source. */
export interface SourceFacts
  extends Pick<KnownSource, 'id' | 'kind' | 'schedule' | 'lastSuccessAtMs' | 'failures'> {}

/** Memory and processor time of the process. */
export interface ProcessFacts {
  readonly residentBytes: number
  readonly cpuS: number
}

const MS_PER_S = 1e3
const US_PER_S = 1e6

/** Returns all families of a server's metrics. */
export function metricFamilies(facts: ServerFacts): readonly Family[] {
  return [
    ...trafficFamilies(facts),
    ...limitFamilies(facts),
    ...nodeFamilies(facts),
    ...indexFamilies(facts),
    ...companyFamilies(facts),
    ...sourceFamilies(facts),
    ...emailFamilies(facts),
    ...matchFamilies(facts),
    ...webhookFamilies(facts),
    ...processFamilies(facts),
  ]
}

function trafficFamilies({ traffic, routes }: ServerFacts): readonly Family[] {
  const answers = [
    ...routes.flatMap((route, place) => answerSamples(route, traffic.answers[place] ?? [])),
    ...answerSamples('none', traffic.strayAnswers),
  ]
  return [
    counter('firmensuche_requests_total', 'Responses by route and status class.', answers),
    counter('firmensuche_rate_limited_total', 'Responses with status 429.', traffic.limited),
    counter('firmensuche_unavailable_total', 'Responses with status 503.', traffic.unavailable),
    gauge('firmensuche_requests_in_flight', 'Requests in progress.', traffic.inFlight),
    gauge('firmensuche_connections', 'Open connections.', traffic.connections),
    {
      name: 'firmensuche_search_duration_seconds',
      type: 'histogram',
      help: 'Duration of index searches, including those of batches and suggestions.',
      samples: [
        ...histogramSamples({ mode: 'normal' }, traffic.normal),
        ...histogramSamples({ mode: 'deep' }, traffic.deep),
      ],
    },
  ]
}

/** The families of the server for limits; none if there is no such server. */
function limitFamilies({ limits }: ServerFacts): readonly Family[] {
  const { reached, lost, fallBacks, roundTrips } = limits
  if (reached + lost === 0) return []
  return [
    gauge('firmensuche_redis_up', 'Whether all threads count limits in Redis.', lost === 0),
    counter(
      'firmensuche_redis_fallbacks_total',
      'Requests counted on this server alone, because Redis did not answer.',
      fallBacks,
    ),
    {
      name: 'firmensuche_redis_round_trip_seconds',
      type: 'histogram',
      help: 'Time from a call to Redis until its answer.',
      samples: histogramSamples({}, roundTrips),
    },
  ]
}

function nodeFamilies({ node }: ServerFacts): readonly Family[] {
  if (node === undefined) return []
  const { live, lost } = node.nodes ?? {}
  return [
    gauge('firmensuche_node_lease_held', 'Whether this node answers requests with keys.', node.isLeaseHeld),
    gauge('firmensuche_nodes_live', 'Nodes with a heartbeat in the last 10 seconds.', live),
    gauge(
      'firmensuche_nodes_lost',
      'Nodes that were live in the last hour, did not stop and have no heartbeat.',
      lost,
    ),
  ]
}

function answerSamples(route: string, counts: readonly number[]): readonly Sample[] {
  return STATUS_CLASSES.map((code, i) => ({ labels: { route, code }, value: counts[i] ?? 0 }))
}

/** Returns the samples of a histogram. The last bucket contains all durations above the bounds. */
function histogramSamples(labels: Readonly<Record<string, string>>, durations: Durations): readonly Sample[] {
  let below = 0
  const buckets = durations.counts.map((count, i): Sample => {
    below += count
    const isLast = i === durations.counts.length - 1
    const le = isLast ? '+Inf' : String(BOUNDS_US[i]! / US_PER_S)
    return { suffix: '_bucket', labels: { ...labels, le }, value: below }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels, value: durations.totalUs / US_PER_S },
    { suffix: '_count', labels, value: below },
  ]
}

function indexFamilies({ index, openSearch, isMerging }: ServerFacts): readonly Family[] {
  return [
    ...(openSearch === 'none'
      ? []
      : [
          gauge(
            'firmensuche_opensearch_up',
            'Whether the whole index in OpenSearch can be searched.',
            openSearch === 'reached',
          ),
        ]),
    gauge('firmensuche_index_ready', 'Whether there is an index to search.', index !== undefined),
    gauge('firmensuche_index_companies', 'Companies that can be found.', index?.companies),
    gauge('firmensuche_index_delta_companies', 'Companies in the delta of the index.', index?.deltaCompanies),
    gauge('firmensuche_index_snapshot', 'Number of the current index snapshot.', index?.snapshot),
    gauge('firmensuche_index_bytes', 'Memory used by the index.', index?.bytes),
    gauge('firmensuche_index_sequence', 'Last change of the store that the index contains.', index?.sequence),
    gauge('firmensuche_index_merging', 'Whether a merge is running.', isMerging),
  ]
}

function companyFamilies({ companies, isImporting }: ServerFacts): readonly Family[] {
  const { sources = [], lastImport } = companies ?? {}
  const asOf = sources.flatMap(({ source, asOf: date }) => {
    const atMs = Date.parse(date)
    return Number.isNaN(atMs) ? [] : [{ labels: { source }, value: atMs / MS_PER_S }]
  })
  const rows = sources.map(({ source, rows: count }) => ({ labels: { source }, value: count }))
  const counts = Object.entries(lastImport?.counts ?? {})
  const rowsOfImport = counts.map(([result, value]) => ({ labels: { result }, value }))
  return [
    gauge(
      'firmensuche_store_readable',
      'Whether the database of companies can be read.',
      companies !== undefined,
    ),
    gauge('firmensuche_store_sequence', 'Last change in the store.', companies?.sequence),
    gauge('firmensuche_source_as_of_timestamp_seconds', 'Oldest date of a data set.', asOf),
    gauge('firmensuche_source_rows', 'Companies in a data set.', rows),
    gauge('firmensuche_import_running', 'Whether an import is reading files.', isImporting),
    gauge(
      'firmensuche_import_last_end_timestamp_seconds',
      'When the last import ended.',
      inSeconds(lastImport?.endedAtMs),
    ),
    gauge(
      'firmensuche_import_last_succeeded',
      'Whether the last import read all files completely.',
      lastImport && lastImport.state === 'done',
    ),
    gauge('firmensuche_import_last_rows', 'Rows of the last import by result.', rowsOfImport),
  ]
}

function sourceFamilies({ importSources, nowMs }: ServerFacts): readonly Family[] {
  if (importSources === undefined) return []
  const succeeded = importSources.flatMap(({ id, kind, schedule, lastSuccessAtMs }) => {
    const runs = kind === 'inbox' || schedule !== null ? 'by itself' : 'by command'
    return lastSuccessAtMs === null ? [] : [{ labels: { source: id }, runs, atMs: lastSuccessAtMs }]
  })
  return [
    gauge(
      'firmensuche_source_last_success_timestamp_seconds',
      'When a source of the operator last ran with success.',
      succeeded.map(({ labels, atMs }) => ({ labels, value: atMs / MS_PER_S })),
    ),
    gauge(
      'firmensuche_source_age_seconds',
      'Time since a source of the operator last ran with success.',
      succeeded.map(({ labels, atMs, runs }) => ({
        labels: { ...labels, runs },
        value: Math.max(0, nowMs - atMs) / MS_PER_S,
      })),
    ),
    gauge(
      'firmensuche_source_failures',
      'Failed runs of a source of the operator since its last success.',
      importSources.map(({ id, failures }) => ({ labels: { source: id }, value: failures })),
    ),
  ]
}

function emailFamilies({ emails, isAccountsThreadWorking }: ServerFacts): readonly Family[] {
  return [
    gauge(
      'firmensuche_accounts_thread_working',
      'Whether people can sign in and e-mails are sent.',
      isAccountsThreadWorking,
    ),
    gauge('firmensuche_emails_waiting', 'E-mails waiting to be sent.', emails?.waiting),
    gauge('firmensuche_emails_failed', 'E-mails that could not be delivered.', emails?.failed),
    gauge(
      'firmensuche_emails_oldest_timestamp_seconds',
      'When the oldest waiting e-mail was written.',
      inSeconds(emails?.oldestWaitingAtMs),
    ),
  ]
}

function matchFamilies({ matchJobs, rowsMatched }: ServerFacts): readonly Family[] {
  const jobs = matchJobs && Object.entries(matchJobs).map(([state, value]) => ({ labels: { state }, value }))
  return [
    gauge('firmensuche_match_jobs', 'Jobs that match lists, by state.', jobs),
    counter('firmensuche_match_rows_total', 'Rows of lists that were matched.', rowsMatched),
  ]
}

function processFamilies({ version, startedAtMs, threads, process }: ServerFacts): readonly Family[] {
  const working = threads.filter((state) => state === 'working').length
  return [
    gauge('firmensuche_build_info', 'The version that runs.', [{ labels: { version }, value: 1 }]),
    gauge('firmensuche_http_threads', 'HTTP threads that there should be.', threads.length),
    gauge('firmensuche_http_threads_working', 'HTTP threads that answer.', working),
    gauge('process_start_time_seconds', 'When the server started.', startedAtMs / MS_PER_S),
    gauge('process_resident_memory_bytes', 'Memory of the process.', process.residentBytes),
    counter('process_cpu_seconds_total', 'Processor time of the process.', process.cpuS),
  ]
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / MS_PER_S
}
