/** The settings: one table, from which the type, the defaults, the errors and the documents are made. */
import { availableParallelism } from 'node:os'
import type { z } from 'zod'
import { Failure } from '../core/failure.ts'
import {
  ADDRESSES,
  choice,
  DATABASE,
  HOST,
  MAIL_SERVER,
  OPTIONAL_PORT,
  OUTBOUND,
  PORT,
  REDIS_SERVER,
  SEARCH_SERVERS,
  type Setting,
  SITE_ADDRESS,
  text,
  WEB_ADDRESS,
  wholeNumber,
} from './value-types.ts'

/**
 * Default of `PUBLIC_SEARCH_PER_MIN` with `firmensuche start` if only people at this machine can reach the
 * server: 120 deep searches.
 */
export const LOCAL_SEARCHES_PER_MIN = 600

const REQUESTS_MAX = 100_000
const THREADS_MAX = 64
/** With the time that the stop itself takes, below the 90 s after which systemd kills a service by default. */
const DRAIN_MS_MAX = 60_000
const SENDER_SHAPE =
  /^(|[^\p{Cc}<>@]{0,100}<[^\s\p{Cc}<>@]{1,100}@[^\s\p{Cc}<>@]{1,200}>|[^\s\p{Cc}<>@]{1,100}@[^\s\p{Cc}<>@]{1,200})$/u

/** All settings by their field in `Config`, in the order of the documents. */
export const SETTINGS = {
  port: {
    variable: 'PORT',
    ...PORT,
    defaultValue: '8080',
    description: 'Port of the API; 0 picks any free port.',
  },
  host: {
    variable: 'HOST',
    ...HOST,
    defaultValue: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 or :: listens on every address of the machine.',
  },
  dataDir: {
    variable: 'DATA_DIR',
    ...text(/^[^\0]{1,4096}$/, 'a path'),
    defaultValue: './var',
    description: 'Folder of the databases and the index; created if missing.',
  },
  /** Empty = SQLite files in `dataDir`. */
  databaseUrl: {
    variable: 'DATABASE_URL',
    ...DATABASE,
    defaultValue: '',
    defaultDescription: 'SQLite files in DATA_DIR',
    description:
      'PostgreSQL database (15 or later) for companies, accounts, keys, e-mails and usage; its parameters (sslmode, sslrootcert …) are those of psql.',
  },
  databasePoolMax: {
    variable: 'DATABASE_POOL_MAX',
    ...wholeNumber(1, 100),
    defaultValue: '4',
    description: 'Connections to PostgreSQL that each thread opens at most.',
  },
  threads: {
    variable: 'THREADS',
    ...wholeNumber(1, THREADS_MAX),
    defaultValue: String(availableParallelism()),
    defaultDescription: 'number of cores',
    description: 'Number of threads that answer HTTP requests.',
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    ...ADDRESSES,
    defaultValue: '',
    description: 'Reverse proxies whose X-Forwarded-For header is trusted.',
  },
  authFailuresPerMinute: {
    variable: 'AUTH_FAILURES_PER_MIN',
    ...wholeNumber(0, 10_000),
    defaultValue: '20',
    description: 'Failed authentications allowed per minute and client address; 0 = unlimited.',
  },
  requestsInFlightMax: {
    variable: 'REQUESTS_IN_FLIGHT_MAX',
    ...wholeNumber(1, REQUESTS_MAX),
    defaultValue: '256',
    description: 'Requests that one thread handles at the same time; further requests get 503.',
  },
  connectionsMax: {
    variable: 'CONNECTIONS_MAX',
    ...wholeNumber(1, REQUESTS_MAX),
    defaultValue: '10000',
    description: 'Connections that one thread accepts; requests on further connections get 503.',
  },
  drainMs: {
    variable: 'DRAIN_MS',
    ...wholeNumber(0, DRAIN_MS_MAX),
    defaultValue: '0',
    description:
      'Milliseconds between the signal to stop and the stop, in which /health/ready answers 503 and everything else is answered as before.',
  },
  deepBudgetMs: {
    variable: 'DEEP_BUDGET_MS',
    ...wholeNumber(1, 10_000),
    defaultValue: '50',
    description:
      'Milliseconds after which a deep search stops looking for similar names and sets X-Search-Partial.',
  },
  /** Empty = the embedded index. */
  openSearchUrl: {
    variable: 'OPENSEARCH_URL',
    ...SEARCH_SERVERS,
    defaultValue: '',
    description:
      'OpenSearch that holds the index of names, with user and password; several addresses of one cluster are separated by commas. Without one, every node has the index in memory.',
  },
  /** Empty = the certificates of the system. */
  openSearchCaFile: {
    variable: 'OPENSEARCH_CA_FILE',
    ...text(/^[^\0]{0,4096}$/, 'a path'),
    defaultValue: '',
    description:
      'File with the certificates (PEM) that are trusted for OPENSEARCH_URL instead of the system’s.',
  },
  openSearchIndex: {
    variable: 'OPENSEARCH_INDEX',
    ...text(/^[a-z][a-z0-9_-]{0,63}$/, 'small letters, digits, - and _'),
    defaultValue: 'firmensuche',
    description: 'Beginning of the names of all indices in OpenSearch.',
  },
  openSearchShards: {
    variable: 'OPENSEARCH_SHARDS',
    ...wholeNumber(1, 64),
    defaultValue: '1',
    description: 'Shards of the next index that is built in OpenSearch.',
  },
  /** Empty = `http://localhost:PORT`. */
  publicUrl: {
    variable: 'PUBLIC_URL',
    ...SITE_ADDRESS,
    defaultValue: '',
    defaultDescription: 'http://localhost:PORT',
    description:
      'Public address of this server, used for links in e-mails, cookies, passkeys and the Origin check.',
  },
  /** Empty = e-mails are written to a folder. */
  smtpUrl: {
    variable: 'SMTP_URL',
    ...MAIL_SERVER,
    defaultValue: '',
    description: 'Mail server; without one, e-mails are written to the folder DATA_DIR/mail.',
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    ...text(SENDER_SHAPE, 'an e-mail address, or Name <address>'),
    defaultValue: '',
    description: 'Sender of the e-mails; required with SMTP_URL.',
  },
  /** Empty = depends on `host`. */
  signUp: {
    variable: 'SIGNUP',
    ...text(
      /^(|open|closed|domains:[A-Za-z0-9.-]+(,[A-Za-z0-9.-]+)*)$/,
      'open, closed, or domains:a.de,b.de',
    ),
    defaultValue: '',
    defaultDescription: 'open when HOST is loopback, else closed',
    description:
      'Who can create an account: everybody, invited people only, or also addresses of these domains.',
  },
  publicSearch: {
    variable: 'PUBLIC_SEARCH',
    ...choice(['on', 'off']),
    defaultValue: 'off',
    defaultDescription: 'off; on with `firmensuche start`',
    description: 'Whether the search page can be used without an account.',
  },
  publicSearchPerMinute: {
    variable: 'PUBLIC_SEARCH_PER_MIN',
    ...wholeNumber(1, 10_000),
    defaultValue: '30',
    defaultDescription: `30; ${LOCAL_SEARCHES_PER_MIN} with \`firmensuche start\` when HOST is loopback, PUBLIC_URL is not public and TRUST_PROXY is empty`,
    description: 'Searches without an account per minute and client address; a deep search counts as five.',
  },
  /** Empty = limits are counted in the memory of this server. */
  redisUrl: {
    variable: 'REDIS_URL',
    ...REDIS_SERVER,
    defaultValue: '',
    description: 'Redis or Valkey server that counts the limits of keys for several servers together.',
  },
  /** Empty = no link. */
  imprintUrl: {
    variable: 'IMPRINT_URL',
    ...WEB_ADDRESS,
    defaultValue: '',
    description: 'Address of your imprint, linked as Impressum at the bottom of every page.',
  },
  /** Empty = no link. */
  privacyUrl: {
    variable: 'PRIVACY_URL',
    ...WEB_ADDRESS,
    defaultValue: '',
    description: 'Address of your privacy policy, linked as Datenschutz at the bottom of every page.',
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    ...OPTIONAL_PORT,
    defaultValue: '',
    description: 'Separate port for /metrics, without a token; 0 picks any free port.',
  },
  metricsHost: {
    variable: 'METRICS_HOST',
    ...HOST,
    defaultValue: '127.0.0.1',
    description: 'Address that METRICS_PORT listens on.',
  },
  /** Empty = no token. */
  metricsToken: {
    variable: 'METRICS_TOKEN',
    ...text(/^(|[\x21-\x7e]{16,200})$/, 'a text of 16 to 200 characters without blanks'),
    defaultValue: '',
    description: 'Bearer token for /metrics on PORT; without one, that path does not exist.',
  },
  outboundAllow: {
    variable: 'OUTBOUND_ALLOW',
    ...OUTBOUND,
    defaultValue: '',
    description:
      'Hosts and networks that are not public and from which sources may be downloaded, or to which webhooks may be sent; a host with its port also without https.',
  },
  passive: {
    variable: 'PASSIVE',
    ...choice(['on', 'off']),
    defaultValue: 'off',
    description:
      'on = the server sends nothing to others: e-mails stay queued, no changes are sent to webhooks, and no source runs. For a second server on restored data.',
  },
  retentionDays: {
    variable: 'RETENTION_DAYS',
    ...wholeNumber(30, 3650),
    defaultValue: '400',
    description: 'Days that history entries and usage are kept.',
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    ...choice(['debug', 'info', 'warn', 'error', 'silent']),
    defaultValue: 'warn',
    description:
      'Lowest level that is logged, as JSON lines on stderr; info logs starts, imports, changes and every request, without query or body.',
  },
} as const satisfies Record<string, Setting<unknown>>

/** The values of all settings. */
export type Config = {
  readonly [Field in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Field]['schema']>
}

/**
 * Reads the settings. An empty variable counts as not set.
 *
 * @throws {Failure} `invalid_request` that names every invalid setting, without its value.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const values = Object.entries(SETTINGS).map(([field, { variable, schema, defaultValue, accepted }]) => {
    const result = schema.safeParse(env[variable] || defaultValue)
    if (!result.success) faults.push(`${variable} must be ${accepted}.`)
    return [field, result.data] as const
  })
  const config = Object.fromEntries(values) as Config
  if (config.smtpUrl !== '' && config.mailFrom === '') faults.push('MAIL_FROM must be set when SMTP_URL is.')
  if (faults.length > 0) throw new Failure('invalid_request', faults.join('\n'))
  return config
}
