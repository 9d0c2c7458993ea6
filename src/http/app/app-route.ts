/**
 * Routes of the dashboard: the same type as a route of the API, with common values filled in. A handler
 * returns a value that matches `result`; this file turns it into the response.
 */
import { z } from 'zod'
import type { FailureCode } from '../../core/failure.ts'
import { jsonAnswer, taggedAnswer } from '../request/json-response.ts'
import {
  type Answer,
  type AppAccess,
  type Call,
  defineRoute,
  type HttpNeeds,
  type Route,
} from '../request/route.ts'

/** Prefix of all paths of the dashboard's API. */
export const APP_PREFIX = '/app/api'
/** Largest body of the dashboard's API, in bytes; passkeys are the longest. */
export const APP_BODY_BYTES_MAX = 16 * 1024

const NO_QUERY = z.strictObject({})

/** The value that a handler returns: a result for the body, and headers. */
export interface RouteResult<Value> {
  readonly result: Value
  /** Whole `Set-Cookie` values, as a command's result contains them. */
  readonly setCookies?: readonly string[]
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Declaration of a route of the dashboard. */
export interface AppRoutePlan<
  Query extends z.ZodObject,
  Body extends z.ZodObject | undefined,
  Result extends z.ZodType | undefined,
> {
  /** Stable name of the operation, and of its types in the dashboard. */
  readonly id: string
  /** GET for reads, POST for changes. */
  readonly method: 'GET' | 'POST'
  /** Path below `APP_PREFIX`, e.g. `/auth/sign-in`. */
  readonly path: string
  readonly access: AppAccess
  readonly query?: Query
  /** Required for POST; `NOTHING` if there are no values. */
  readonly body?: Body
  /** `undefined`: 204 without a body. */
  readonly result: Result
  /** The response has an `ETag`, and is 304 if `If-None-Match` matches it. */
  readonly isTagged?: true
  /** Default: 200. */
  readonly status?: 200 | 201 | 202
  /** Failure codes of the handler, beyond those of the guard; for the tests of the API. */
  readonly errors?: readonly FailureCode[]
  answer(
    needs: HttpNeeds,
    call: Call<z.output<Query>, Body extends z.ZodObject ? z.output<Body> : undefined>,
  ): Promise<RouteResult<ValueOf<Result>>> | RouteResult<ValueOf<Result>>
}

type ValueOf<Result> = Result extends z.ZodType ? z.input<Result> : null

/** Creates a route of the dashboard. */
export function appRoute<
  Query extends z.ZodObject = typeof NO_QUERY,
  Body extends z.ZodObject | undefined = undefined,
  Result extends z.ZodType | undefined = undefined,
>(plan: AppRoutePlan<Query, Body, Result>): Route {
  const { id, method, path, access, result, errors = [] } = plan
  const status = plan.status ?? (result === undefined ? 204 : 200)
  return defineRoute({
    id,
    method,
    path: APP_PREFIX + path,
    access,
    costTenths: 0,
    bodyBytesMax: plan.body === undefined ? 0 : APP_BODY_BYTES_MAX,
    query: plan.query ?? NO_QUERY,
    body: plan.body as z.ZodObject | undefined,
    result,
    errors,
    summary: { de: '', en: '' },
    description: { de: '', en: '' },
    async answer(needs, call) {
      const made = await plan.answer(needs, inPieces(call) as never)
      if (!plan.isTagged) return answerOf(status, made)
      return taggedAnswer(call, JSON.stringify(made.result), made.headers)
    },
  })
}

/** Returns a copy of a call with bound methods, because the dashboard's handlers destructure it. */
function inPieces(call: Call): Call {
  return {
    query: call.query,
    body: call.body,
    params: call.params,
    target: call.target,
    media: call.media,
    headers: call.headers,
    language: call.language,
    signedIn: call.signedIn,
    visitor: () => call.visitor(),
    member: () => call.member(),
    trace: () => call.trace(),
    key: () => call.key(),
    need: (scope) => call.need(scope),
    checkQuota: (totalTenths, field) => call.checkQuota(totalTenths, field),
    charge: (totalTenths) => call.charge(totalTenths),
    lower: (totalTenths) => call.lower(totalTenths),
    markDeep: () => call.markDeep(),
  }
}

function answerOf(status: number, { result, setCookies = [], headers = {} }: RouteResult<unknown>): Answer {
  const cookies = setCookies.length === 0 ? {} : { 'set-cookie': setCookies }
  if (status === 204) return { status, headers: { ...headers, ...cookies }, body: undefined }
  return { ...jsonAnswer(result, { ...headers, ...cookies }), status }
}
