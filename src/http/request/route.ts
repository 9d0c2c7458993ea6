/** The type of a route: a value from which guard, validation, documents and `Allow` headers are derived. */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Scope } from '../../core/access/key.ts'
import type { KeyGrant } from '../../core/access/request-ports.ts'
import type { SessionView } from '../../core/accounts/account-reader.ts'
import type { Member, Visitor } from '../../core/accounts/browser.ts'
import type { Site } from '../../core/accounts/site.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { FailureCode } from '../../core/failure.ts'
import type { Trace } from '../../core/identity/audit.ts'
import type { Uploads } from '../../core/matching/list-files.ts'
import type { MatchJobReader } from '../../core/matching/match-job-store.ts'
import type { WriteWorkbook } from '../../core/matching/workbook.ts'
import type { Needs } from '../../core/ports.ts'
import type { WatchReader } from '../../core/watching/watch-store.ts'
import type { WebhookReader } from '../../core/watching/webhook-store.ts'
import type { Deprecation } from '../protocol/deprecation.ts'
import type { Language, Text } from '../protocol/language.ts'
import type { DashboardFiles } from './dashboard-files.ts'

/** What an HTTP server is made of: the ports that the HTTP layer uses, and what is the same for all requests. */
export interface ServerNeeds
  extends Needs<
    | 'clock'
    | 'secrets'
    | 'companies'
    | 'index'
    | 'keyRing'
    | 'limiter'
    | 'addressBudget'
    | 'visitorBudget'
    | 'sendCommand'
    | 'accountReader'
    | 'keyReader'
    | 'usage'
    | 'usageMeter'
    | 'traffic'
    | 'emails'
  > {
  readonly matchJobs: MatchJobReader
  readonly uploads: Uploads
  readonly writeWorkbook: WriteWorkbook
  readonly watches: WatchReader
  readonly webhooks: WebhookReader
  /** Whether all nodes search the same index, so that none can search while it is away. */
  readonly isIndexShared: boolean
  /** The ports for test keys. */
  readonly sandbox: Needs<'companies' | 'index'>
  readonly site: Site
  /** The result of `secretFor('sessions', …)`; `undefined`: sessions are off. */
  readonly sessionSecret: string | undefined
  readonly dashboard: DashboardFiles
}

/** What a route works with. */
export interface HttpNeeds extends ServerNeeds {
  /** Whether the server is about to stop and wants to receive no more requests. */
  isDraining(): boolean
}

/** Who may use a route of the dashboard: by the session cookie, never by a key. */
export interface AppAccess {
  /** `visitor`: anyone who is signed in, and everyone if PUBLIC_SEARCH is on. */
  readonly app: 'anyone' | 'visitor' | 'account' | 'operator'
  /** The password or a passkey must have been confirmed recently. */
  readonly isProofNeeded?: true
  /** Cost charged to the visitor's budget, in tenths of a unit. */
  readonly costTenths?: number
}

/** A response before the headers that all responses share. */
export interface Answer {
  readonly status: number
  /** Lower-case names; only `set-cookie` has several values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** A body of unknown length is sent as it is yielded. */
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined
}

/** An admitted request with validated input, as a handler receives it. */
export interface Call<Query = unknown, Body = unknown> {
  readonly query: Query
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  /**
   * The path of the file that contains the body, of a route with `uploads`. The handler discards it.
   *
   * @throws {Error} for another route, which is a bug.
   */
  readonly upload: string
  /** Path and query as sent. */
  readonly target: string
  /** The one of the route's media types that the client prefers. */
  readonly media: string
  readonly headers: IncomingHttpHeaders
  readonly language: Language
  /** The browser behind the request, as a param of commands. */
  readonly visitor: Visitor
  /** The session, on routes of the dashboard; `undefined` if nobody is signed in. */
  readonly signedIn: SessionView | undefined
  /**
   * The signed-in user.
   *
   * @throws {Error} if nobody is signed in: a bug if the route's access is not `account` or `operator`.
   */
  readonly member: Member
  /** The author of a change, for the history and for e-mails about it. */
  readonly trace: Trace
  /**
   * The grant of the request's key.
   *
   * @throws {Error} if the route's access requires no key, which is a bug.
   */
  readonly key: KeyGrant
  /**
   * Requires a scope of the key.
   *
   * @throws {Refusal} `forbidden` if the key lacks it.
   */
  need(scope: Scope): void
  /**
   * Checks the total cost that `field` causes.
   *
   * @throws {Refusal} `invalid_request` if it is above the key's whole limit.
   */
  checkQuota(totalTenths: number, field: string): void
  /**
   * Raises the request's cost to a total.
   *
   * @throws {Refusal} `rate_limited` if it does not fit.
   */
  charge(totalTenths: number): Awaitable<void>
  /** Lowers a raised cost to a total; at least one whole unit stays. */
  lower(totalTenths: number): Awaitable<void>
  /** Marks the request as a deep search, which usage counts separately. */
  markDeep(): void
}

/** One header of a successful response, for the documents. */
export interface HeaderNote extends Text {
  readonly name: string
  readonly example: string
}

/** A response without a body that is not an error. */
export interface OtherAnswer extends Text {
  readonly status: number
  readonly headers: readonly HeaderNote[]
}

/** One operation of the API, one call of the dashboard, or one page. */
export interface Route {
  /** Stable name of the operation, e.g. `searchCompanies`. */
  readonly id: string
  /** Every GET route also answers HEAD. */
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As documented; the same path with or without a trailing slash works, too. `:name` is a parameter. */
  readonly path: string
  /** The scope that a key needs; `key`: any key; `public`: no key is required. */
  readonly access: Scope | 'key' | 'public' | AppAccess
  /** The key is the path's parameter `key`, not a bearer token. */
  readonly isKeyInPath?: true
  /** A body may also be an HTML form, whose fields are the members of the JSON object. */
  readonly takesForm?: true
  /** Charged at admission; the handler charges any further cost. */
  readonly costTenths: number
  /** The route also answers during overload. */
  readonly isAlwaysAnswered?: true
  /** 0: the route has no body. */
  readonly bodyBytesMax: number
  /** The media types of the response, the default first. */
  readonly produces: readonly [string, ...string[]]
  readonly query: z.ZodObject
  readonly body: z.ZodObject | z.ZodArray | undefined
  /** The media types of a body that is stored in a file without being read; JSON is described by `body` for the documents. */
  readonly uploads: readonly string[]
  /** Status of the successful response, for the documents and the tests. */
  readonly status: 200 | 201 | 202 | 204
  /** Schema of the successful JSON response, for the documents and the tests; `undefined` for pages. */
  readonly result: z.ZodType | undefined
  readonly resultHeaders: readonly HeaderNote[]
  /** Responses that are neither 200 nor errors; they have no body. */
  readonly otherAnswers: readonly OtherAnswer[]
  /** Path and query of an example call. */
  readonly example: string
  /** The body of that example. */
  readonly exampleBody?: unknown
  /** For the documents: failure codes of the handler, which cannot be derived from the guard. */
  readonly errors: readonly FailureCode[]
  /** The dates of a deprecated operation, for its responses and the documents. */
  readonly deprecated?: Deprecation
  /** Texts for the documents; empty for routes that the documents do not contain. */
  readonly summary: Text
  readonly description: Text
  /**
   * Refuses an upload before its body is read. Only routes with `uploads` have it.
   *
   * @throws {Failure} what `answer` would throw then.
   */
  beforeUpload?(needs: HttpNeeds, call: Call): Awaitable<void>
  answer(needs: HttpNeeds, call: Call): Awaitable<Answer>
}

const NO_TEXT: Text = { de: '', en: '' }

const DEFAULTS = {
  bodyBytesMax: 0,
  produces: ['application/json'],
  query: z.strictObject({}),
  body: undefined,
  uploads: [],
  status: 200,
  result: undefined,
  resultHeaders: [],
  otherAnswers: [],
  errors: [],
  summary: NO_TEXT,
  description: NO_TEXT,
} as const satisfies Partial<Route>

/**
 * The fields of a route that may be left out: those of `DEFAULTS`, and the example, which is the path then.
 */
type Optional = keyof typeof DEFAULTS | 'example'

/** Creates a route from its fields, and type-checks the handler against the schemas. */
export function defineRoute<
  Query extends z.ZodObject = typeof DEFAULTS.query,
  Body extends z.ZodObject | z.ZodArray = never,
>(
  route: Omit<Route, Optional | 'answer'> &
    Partial<Omit<Pick<Route, Optional>, 'query' | 'body'>> & {
      readonly query?: Query
      readonly body?: Body | undefined
      answer(needs: HttpNeeds, call: Call<z.output<Query>, z.output<Body>>): Awaitable<Answer>
    },
): Route {
  return { ...DEFAULTS, example: route.path, ...route } as Route
}

/** Whether the route requires a key. */
export function requiresKey({ access }: Pick<Route, 'access'>): boolean {
  return typeof access === 'string' && access !== 'public'
}

/** Whether the body of the route is stored in a file. */
export function isUpload({ uploads }: Pick<Route, 'uploads'>): boolean {
  return uploads.length > 0
}

/** Returns the scope that the route requires; `undefined` if any key will do, or none is required. */
export function scopeOf({ access }: Pick<Route, 'access'>): Scope | undefined {
  return typeof access === 'string' && access !== 'public' && access !== 'key' ? access : undefined
}

/** Whether the path belongs to the dashboard's own API: JSON errors with reasons, cookies, no CORS. */
export function isAppPath(path: string): boolean {
  return path === '/app' || path.startsWith('/app/')
}

/** Whether the path belongs to the API: JSON errors, CORS, keys. */
export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}
