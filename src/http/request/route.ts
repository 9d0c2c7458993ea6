/** What a route is: a value from which guard, validation, documents and `Allow` headers are read. */
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Scope } from '../../core/access/key.ts'
import type { KeyGrant } from '../../core/access/request-ports.ts'
import type { SessionView } from '../../core/accounts/account-reader.ts'
import type { Member, Visitor } from '../../core/accounts/browser.ts'
import type { Site } from '../../core/accounts/site.ts'
import type { FailureCode } from '../../core/failure.ts'
import type { Trace } from '../../core/identity/audit.ts'
import type { Needs } from '../../core/ports.ts'
import type { Deprecation } from '../protocol/deprecation.ts'
import type { Language, Text } from '../protocol/language.ts'
import type { DashboardFiles } from './dashboard-files.ts'

/** The ports that the transport as a whole touches. */
export interface HttpNeeds
  extends Needs<
    | 'clock'
    | 'secrets'
    | 'companies'
    | 'index'
    | 'keyRing'
    | 'limiter'
    | 'addressBudget'
    | 'visitorBudget'
    | 'ask'
    | 'accountReader'
    | 'keyReader'
    | 'usage'
    | 'usageMeter'
    | 'traffic'
    | 'emails'
  > {
  /** What test keys see instead. */
  readonly sandbox: Needs<'companies' | 'index'>
  readonly site: Site
  /** Of `secretFor('sessions', …)`; `undefined`: nobody is signed in. */
  readonly sessionSecret: string | undefined
  readonly dashboard: DashboardFiles
}

/** Who may use a route of the dashboard: by the session cookie, never by a key. */
export interface AppAccess {
  /** `visitor`: whoever is signed in, and with PUBLIC_SEARCH everybody. */
  readonly app: 'anyone' | 'visitor' | 'account' | 'operator'
  /** The password or a passkey must have been asked lately. */
  readonly isProofNeeded?: true
  /** What it takes of a visitor's budget, in tenths of a unit. */
  readonly costTenths?: number
}

/** An answer before the headers that all answers have. */
export interface Answer {
  readonly status: number
  /** Lower-case names; several values only of `set-cookie`. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Uint8Array | undefined
}

/** A request that got past the guard, with its input read and sound. */
export interface Call<Query = unknown, Body = unknown> {
  readonly query: Query
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  /** Path and query as sent. */
  readonly target: string
  /** The one of the route's media types that the client likes best. */
  readonly media: string
  readonly headers: IncomingHttpHeaders
  readonly language: Language
  /** The browser behind the request, for a wish. */
  visitor(): Visitor
  /** Who is signed in and how, on routes of the dashboard; `undefined`: nobody. */
  readonly signedIn: SessionView | undefined
  /** Whoever is signed in; a bug where the route's access does not say `account` or `operator`. */
  member(): Member
  /** What goes into history and letters of a change that this request asks for. */
  trace(): Trace
  /** What the key of the request may do; a bug where the route's access asks for none. */
  key(): KeyGrant
  /** @throws Refusal `forbidden` when the key lacks the scope. */
  need(scope: Scope): void
  /** @throws Refusal `invalid_request` for `field` when the total cost that it asks for is above the key's whole limit. */
  checkQuota(totalTenths: number, field: string): void
  /** Raises the request's cost to a total. @throws Refusal `rate_limited` when it does not fit. */
  charge(totalTenths: number): void
  /** Gives back what `charge` raised above a total; a whole unit stays. */
  lower(totalTenths: number): void
  /** A deep search is made: usage counts it apart. */
  markDeep(): void
}

/** One header of a successful answer, for the documents. */
export interface HeaderNote {
  readonly name: string
  readonly text: Text
  readonly example: string
}

/** An answer without a body that is no error. */
export interface OtherAnswer {
  readonly status: number
  readonly text: Text
  readonly headers: readonly HeaderNote[]
}

export interface Route {
  /** Stable name of the operation, e.g. `searchCompanies`. */
  readonly id: string
  /** HEAD comes with every GET. */
  readonly method: 'GET' | 'POST'
  /** As documented; the other form, with or without the last slash, works too. `:name` is a parameter. */
  readonly path: string
  /** The scope that a key needs; `key`: any key will do; `public` says aloud that no key is asked for. */
  readonly access: Scope | 'key' | 'public' | AppAccess
  /** Taken at the gate; the handler charges what its answer costs beyond. */
  readonly costTenths: number
  /** Also when there are too many requests in hand. */
  readonly isAlwaysAnswered?: true
  /** 0: the route takes no body. */
  readonly bodyBytesMax: number
  /** The media types of the answer, the default first. */
  readonly produces: readonly [string, ...string[]]
  readonly query: z.ZodObject
  readonly body: z.ZodObject | z.ZodArray | undefined
  /** Reads the bodies that nearly everybody sends, exactly as `body` would; `undefined`: that must read it. */
  readonly readPlainBody?: (value: unknown) => unknown
  /** The successful JSON answer, for the documents and the tests; `undefined` for pages. */
  readonly result: z.ZodType | undefined
  readonly resultHeaders: readonly HeaderNote[]
  /** Answers that are neither 200 nor errors; they have no body. */
  readonly otherAnswers: readonly OtherAnswer[]
  /** Path and query of a call to show. */
  readonly example: string
  /** The body of that call. */
  readonly exampleBody?: unknown
  /** What the guard cannot say of itself: the errors that the handler ends in. */
  readonly errors: readonly FailureCode[]
  /** The operation will go; its answers and the documents say so. */
  readonly deprecated?: Deprecation
  readonly summary: Text
  readonly description: Text
  answer(needs: HttpNeeds, call: Call): Answer | Promise<Answer>
}

/** Checks that a handler reads what its schemas give, and forgets the schemas' types again. */
export function defineRoute<Query extends z.ZodObject, Body extends z.ZodObject | z.ZodArray>(
  route: Omit<Route, 'query' | 'body' | 'answer'> & {
    readonly query: Query
    readonly body: Body | undefined
    answer(needs: HttpNeeds, call: Call<z.output<Query>, z.output<Body>>): Answer | Promise<Answer>
  },
): Route {
  return route as Route
}

/** Whether the route is used with a key. */
export function asksKey({ access }: Pick<Route, 'access'>): boolean {
  return typeof access === 'string' && access !== 'public'
}

/** The scope that the route asks of a key; `undefined` where any key will do, or none is asked for. */
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
