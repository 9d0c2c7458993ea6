/** The metrics of a server as Prometheus families. No label contains a key, an address, a name or a query. */
import type { ImportRecord, SourceSet } from '../../core/company/company-store.ts'
import type { EmailCounts } from '../../core/notifications/outbox.ts'
import type { IndexState } from '../../core/search/name-index.ts'
import { BOUNDS_US } from '../../core/usage/latency-buckets.ts'
import { type Durations, STATUS_CLASSES, type Traffic } from '../../core/usage/traffic.ts'
import type { Family, Sample } from './metrics-text.ts'

/**
 * The values of all metrics. A value that cannot be read at the moment is `undefined`, and its families are
 * left out.
 */
export interface ServerFacts {
  readonly version: string
  readonly startedAtMs: number
  /** One state for each HTTP thread. */
  readonly threads: readonly string[]
  readonly isAccountsThreadWorking: boolean
  readonly traffic: Traffic
  /** Name of each route, in the order of the traffic counters. */
  readonly routes: readonly string[]
  readonly index: IndexState | undefined
  readonly isMerging: boolean
  readonly isImporting: boolean
  readonly companies: CompanyFacts | undefined
  readonly emails: EmailCounts | undefined
  readonly process: ProcessFacts
}

/** Values from the companies' database. */
export interface CompanyFacts {
  readonly sources: readonly SourceSet[]
  readonly sequence: number
  /** The last import that ended. */
  readonly lastImport: ImportRecord | undefined
}

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
    ...indexFamilies(facts),
    ...companyFamilies(facts),
    ...emailFamilies(facts),
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
    counter('firmensuche_rate_limited_total', 'Responses with status 429.', one(traffic.limited)),
    counter('firmensuche_unavailable_total', 'Responses with status 503.', one(traffic.unavailable)),
    gauge('firmensuche_requests_in_flight', 'Requests in progress.', one(traffic.inFlight)),
    gauge('firmensuche_connections', 'Open connections.', one(traffic.connections)),
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

function indexFamilies({ index, isMerging }: ServerFacts): readonly Family[] {
  const optional = (value: number | undefined) => (value === undefined ? [] : one(value))
  return [
    gauge(
      'firmensuche_index_ready',
      'Whether there is an index to search.',
      one(Number(index !== undefined)),
    ),
    gauge('firmensuche_index_companies', 'Companies that can be found.', optional(index?.companies)),
    gauge('firmensuche_index_besides', 'Companies in the delta of the index.', optional(index?.besides)),
    gauge('firmensuche_index_snapshot', 'Number of the current index snapshot.', optional(index?.snapshot)),
    gauge('firmensuche_index_bytes', 'Memory used by the index.', optional(index?.bytes)),
    gauge(
      'firmensuche_index_sequence',
      'Last change of the store that the index contains.',
      optional(index?.sequence),
    ),
    gauge('firmensuche_index_merging', 'Whether a merge is running.', one(Number(isMerging))),
  ]
}

function companyFamilies({ companies, isImporting }: ServerFacts): readonly Family[] {
  const { sources = [], lastImport } = companies ?? {}
  const asOf = sources.flatMap(({ source, asOf: date }) => {
    const atMs = Date.parse(date)
    return Number.isNaN(atMs) ? [] : [{ labels: { source }, value: atMs / MS_PER_S }]
  })
  const rows = sources.map(({ source, rows: count }) => ({ labels: { source }, value: count }))
  const rowsOfImport = Object.entries(lastImport?.counts ?? {}).map(([result, value]) => ({
    labels: { result },
    value,
  }))
  const endedAtMs = lastImport?.endedAtMs
  return [
    gauge(
      'firmensuche_store_readable',
      'Whether the database of companies can be read.',
      one(Number(companies !== undefined)),
    ),
    gauge(
      'firmensuche_store_sequence',
      'Last change in the store.',
      companies === undefined ? [] : one(companies.sequence),
    ),
    gauge('firmensuche_source_as_of_timestamp_seconds', 'Oldest date of a data set.', asOf),
    gauge('firmensuche_source_rows', 'Companies in a data set.', rows),
    gauge('firmensuche_import_running', 'Whether an import is reading files.', one(Number(isImporting))),
    gauge(
      'firmensuche_import_last_end_timestamp_seconds',
      'When the last import ended.',
      endedAtMs === undefined ? [] : one(endedAtMs / MS_PER_S),
    ),
    gauge(
      'firmensuche_import_last_succeeded',
      'Whether the last import read all files completely.',
      lastImport === undefined ? [] : one(Number(lastImport.state === 'done')),
    ),
    gauge('firmensuche_import_last_rows', 'Rows of the last import by result.', rowsOfImport),
  ]
}

function emailFamilies({ emails, isAccountsThreadWorking }: ServerFacts): readonly Family[] {
  const optional = (value: number | undefined) => (value === undefined ? [] : one(value))
  const oldestAtMs = emails?.oldestWaitingAtMs
  return [
    gauge(
      'firmensuche_accounts_thread_working',
      'Whether people can sign in and e-mails are sent.',
      one(Number(isAccountsThreadWorking)),
    ),
    gauge('firmensuche_emails_waiting', 'E-mails waiting to be sent.', optional(emails?.waiting)),
    gauge('firmensuche_emails_failed', 'E-mails that could not be delivered.', optional(emails?.failed)),
    gauge(
      'firmensuche_emails_oldest_timestamp_seconds',
      'When the oldest waiting e-mail was written.',
      optional(oldestAtMs === undefined ? undefined : oldestAtMs / MS_PER_S),
    ),
  ]
}

function processFamilies({ version, startedAtMs, threads, process }: ServerFacts): readonly Family[] {
  const working = threads.filter((state) => state === 'working').length
  return [
    gauge('firmensuche_build_info', 'The version that runs.', [{ labels: { version }, value: 1 }]),
    gauge('firmensuche_http_threads', 'HTTP threads that there should be.', one(threads.length)),
    gauge('firmensuche_http_threads_working', 'HTTP threads that answer.', one(working)),
    gauge('process_start_time_seconds', 'When the server started.', one(startedAtMs / MS_PER_S)),
    gauge('process_resident_memory_bytes', 'Memory of the process.', one(process.residentBytes)),
    counter('process_cpu_seconds_total', 'Processor time of the process.', one(process.cpuS)),
  ]
}

function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, type: 'counter', help, samples }
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, type: 'gauge', help, samples }
}

function one(value: number): readonly Sample[] {
  return [{ value }]
}
