/** The settings: one table, read once at the start. The documents are generated from it. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { Failure } from '../core/failure.ts'

/** One setting. */
export interface Setting<Value> {
  /** Parses the variable's text. */
  readonly schema: z.ZodType<Value, string>
  /** Default as written in the environment. */
  readonly defaultValue: string
  /** Description of the default for the documents, if it depends on the machine or on other settings. */
  readonly defaultDescription?: string
  /** The accepted values; completes the error message "NAME must be …". */
  readonly accepted: string
  /** One sentence. */
  readonly description: string
}

/**
 * Default of `PUBLIC_SEARCH_PER_MIN` with `firmensuche start` if only people at this machine can reach the
 * server: 120 deep searches.
 */
export const LOCAL_SEARCHES_PER_MIN = 600

const REQUESTS_MAX = 100_000
const THREADS_MAX = 64
const HOST_SHAPE = /^[A-Za-z0-9.:_-]{1,253}$/

/** All settings, in the order of the documents. */
export const SETTINGS = {
  PORT: wholeNumber(0, 65_535, '8080', 'Port of the API; 0 takes any free one.'),
  HOST: text(
    HOST_SHAPE,
    '127.0.0.1',
    'an address or host name',
    'Address to listen on; 0.0.0.0 or :: for every one of the machine.',
  ),
  DATA_DIR: text(
    /^[^\0]{1,4096}$/,
    './var',
    'a path',
    'Folder of the databases and the index; made when missing.',
  ),
  THREADS: {
    ...wholeNumber(1, THREADS_MAX, String(availableParallelism()), 'Threads that answer HTTP.'),
    defaultDescription: 'number of cores',
  },
  TRUST_PROXY: addresses('Reverse proxies whose X-Forwarded-For is believed.'),
  AUTH_FAILURES_PER_MIN: wholeNumber(
    0,
    10_000,
    '20',
    'Failed authentications that one client address may have in any minute; 0 = no budget.',
  ),
  REQUESTS_IN_FLIGHT_MAX: wholeNumber(
    1,
    REQUESTS_MAX,
    '256',
    'Requests that one thread has in hand before it answers 503.',
  ),
  CONNECTIONS_MAX: wholeNumber(
    1,
    REQUESTS_MAX,
    '10000',
    'Connections of one thread; requests on those beyond are answered 503.',
  ),
  DEEP_BUDGET_MS: wholeNumber(
    1,
    10_000,
    '50',
    'Milliseconds after which a deep search stops looking for names that are like the query, and says X-Search-Partial.',
  ),
  PUBLIC_URL: {
    ...webAddress(
      'Where people reach this server: mailed links, cookies, passkeys and the Origin check are made from it.',
    ),
    defaultDescription: 'http://localhost:PORT',
  },
  SMTP_URL: mailServer('Mail server; without one e-mails go to the folder DATA_DIR/mail.'),
  MAIL_FROM: text(
    /^(|[^\p{Cc}<>@]{0,100}<[^\s\p{Cc}<>@]{1,100}@[^\s\p{Cc}<>@]{1,200}>|[^\s\p{Cc}<>@]{1,100}@[^\s\p{Cc}<>@]{1,200})$/u,
    '',
    'an e-mail address, or Name <address>',
    'Sender of the e-mails; needed with SMTP_URL.',
  ),
  SIGNUP: {
    ...text(
      /^(|open|closed|domains:[A-Za-z0-9.-]+(,[A-Za-z0-9.-]+)*)$/,
      '',
      'open, closed, or domains:a.de,b.de',
      'Who may create an account: everybody, only whoever is invited, or also these mail domains.',
    ),
    defaultDescription: 'open when HOST is loopback, else closed',
  },
  PUBLIC_SEARCH: {
    ...choice(['on', 'off'], 'off', 'Whether the search page is there for everybody, without an account.'),
    defaultDescription: 'off; on with `firmensuche start`',
  },
  PUBLIC_SEARCH_PER_MIN: {
    ...wholeNumber(
      1,
      10_000,
      '30',
      'Searches that one client address may make in any minute without an account; a deep one counts five times.',
    ),
    defaultDescription: `30; ${LOCAL_SEARCHES_PER_MIN} with \`firmensuche start\` when HOST is loopback, PUBLIC_URL is not public and TRUST_PROXY is empty`,
  },
  IMPRINT_URL: webAddress('Linked as Impressum at the foot of every page.'),
  PRIVACY_URL: webAddress('Linked as Datenschutz at the foot of every page.'),
  METRICS_PORT: maybePort('Port of /metrics, which asks for no token; 0 takes any free one.'),
  METRICS_HOST: text(
    HOST_SHAPE,
    '127.0.0.1',
    'an address or host name',
    'Address that METRICS_PORT listens on.',
  ),
  METRICS_TOKEN: text(
    /^(|[\x21-\x7e]{16,200})$/,
    '',
    'a text of 16 to 200 characters without blanks',
    'Bearer token that opens /metrics on PORT; without one there is no such path.',
  ),
  RETENTION_DAYS: wholeNumber(30, 3650, '400', 'Days that history entries and usage are kept.'),
  LOG_LEVEL: choice(
    ['debug', 'info', 'warn', 'error', 'silent'],
    'warn',
    'What is logged, as JSON lines on stderr; info tells of every request, without what was asked.',
  ),
} as const satisfies Record<string, Setting<unknown>>

/** The name of a setting. */
export type SettingName = keyof typeof SETTINGS

/** The values of all settings. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly threads: number
  readonly trustProxy: readonly string[]
  readonly authFailuresPerMinute: number
  readonly requestsInFlightMax: number
  readonly connectionsMax: number
  readonly deepBudgetMs: number
  /** Empty = `http://localhost:PORT`. */
  readonly publicUrl: string
  /** Empty = e-mails are written to a folder. */
  readonly smtpUrl: string
  readonly mailFrom: string
  /** Empty = depends on `host`. */
  readonly signUp: string
  readonly publicSearch: 'on' | 'off'
  readonly publicSearchPerMinute: number
  /** Empty = no link. */
  readonly imprintUrl: string
  readonly privacyUrl: string
  /** `undefined` = no separate port. */
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  /** Empty = no token. */
  readonly metricsToken: string
  readonly retentionDays: number
  readonly logLevel: string
}

/**
 * Reads the settings. An empty variable counts as not set.
 *
 * @throws {Failure} `invalid_request` that names every invalid setting, without its value.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const read = <Name extends SettingName>(name: Name): z.output<(typeof SETTINGS)[Name]['schema']> => {
    const setting: Setting<unknown> = SETTINGS[name]
    const result = setting.schema.safeParse(env[name] || setting.defaultValue)
    if (!result.success) faults.push(`${name} must be ${setting.accepted}.`)
    return result.data as z.output<(typeof SETTINGS)[Name]['schema']>
  }
  const config: Config = {
    port: read('PORT'),
    host: read('HOST'),
    dataDir: read('DATA_DIR'),
    threads: read('THREADS'),
    trustProxy: read('TRUST_PROXY'),
    authFailuresPerMinute: read('AUTH_FAILURES_PER_MIN'),
    requestsInFlightMax: read('REQUESTS_IN_FLIGHT_MAX'),
    connectionsMax: read('CONNECTIONS_MAX'),
    deepBudgetMs: read('DEEP_BUDGET_MS'),
    publicUrl: read('PUBLIC_URL'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    signUp: read('SIGNUP'),
    publicSearch: read('PUBLIC_SEARCH') === 'on' ? 'on' : 'off',
    publicSearchPerMinute: read('PUBLIC_SEARCH_PER_MIN'),
    imprintUrl: read('IMPRINT_URL'),
    privacyUrl: read('PRIVACY_URL'),
    metricsPort: read('METRICS_PORT'),
    metricsHost: read('METRICS_HOST'),
    metricsToken: read('METRICS_TOKEN'),
    retentionDays: read('RETENTION_DAYS'),
    logLevel: read('LOG_LEVEL'),
  }
  if (config.smtpUrl !== '' && config.mailFrom === '') faults.push('MAIL_FROM must be set when SMTP_URL is.')
  if (faults.length > 0) throw new Failure('invalid_request', faults.join('\n'))
  return config
}

function wholeNumber(min: number, max: number, defaultValue: string, description: string): Setting<number> {
  const schema = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
  return { schema, defaultValue, accepted: `a whole number from ${min} to ${max}`, description }
}

/** A port, or `undefined` for an empty text. */
function maybePort(description: string): Setting<number | undefined> {
  const { schema, ...rest } = wholeNumber(0, 65_535, '', description)
  return { ...rest, schema: z.union([z.literal('').transform(() => undefined), schema]) }
}

function text(shape: RegExp, defaultValue: string, accepted: string, description: string): Setting<string> {
  return { schema: z.string().regex(shape), defaultValue, accepted, description }
}

function choice(
  values: readonly [string, ...string[]],
  defaultValue: string,
  description: string,
): Setting<string> {
  return { schema: z.enum(values), defaultValue, accepted: `one of ${values.join(', ')}`, description }
}

/** A web address with http or https, or an empty text. */
function webAddress(description: string): Setting<string> {
  const url = z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((text) => !/[\s\p{Cc}"<>]/u.test(text))
  return {
    schema: z.union([z.literal(''), url]),
    defaultValue: '',
    accepted: 'an address that begins with http:// or https://',
    description,
  }
}

/**
 * A URL that `SmtpMailer` can connect to, or an empty text. A `%` in user name or password must be followed
 * by two hexadecimal digits.
 */
function mailServer(description: string): Setting<string> {
  const schema = z
    .string()
    .max(500)
    .refine((text) => text === '' || (/^smtps?:\/\/[^\s\p{Cc}]+$/u.test(text) && isMailServer(text)))
  return { schema, defaultValue: '', accepted: 'smtp://user:password@host:587 or smtps://…', description }
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.hostname === '') return false
  try {
    return decodeURIComponent(url.username + url.password) !== undefined
  } catch {
    return false
  }
}

/** A list of IPv4 or IPv6 addresses, each with an optional prefix length. */
function addresses(description: string): Setting<readonly string[]> {
  const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  const schema = z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(address))
  return {
    schema,
    defaultValue: '',
    accepted: 'addresses or networks (10.0.0.0/8), separated by commas',
    description,
  }
}
