/**
 * Routes of the dashboard: the same type as a route of the API, with common values filled in. A handler
 * returns a value that matches `result`; this file turns it into the response.
 */
import type { z } from 'zod'
import type { Awaitable } from '../../core/awaitable.ts'
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

/** Access for everyone. */
export const ANYONE: AppAccess = { app: 'anyone' }
/** Access for everyone who is signed in. */
export const MEMBER: AppAccess = { app: 'account' }
/** Access for everyone who is signed in and has confirmed it recently. */
export const PROVEN_MEMBER: AppAccess = { app: 'account', isProofNeeded: true }
/** Access for operators. */
export const OPERATOR: AppAccess = { app: 'operator' }
/** Access for operators who have confirmed their sign-in recently. */
export const PROVEN_OPERATOR: AppAccess = { app: 'operator', isProofNeeded: true }

/** The value that a handler returns: a result for the body, and headers. */
export interface RouteResult<Value> {
  readonly result: Value
  /** Whole `Set-Cookie` values, as a command's result contains them. */
  readonly setCookies?: readonly string[]
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Declaration of a route of the dashboard: POST if it has a body, otherwise GET. */
export interface AppRoutePlan<
  Query extends z.ZodObject,
  Body extends z.ZodObject | undefined,
  Result extends z.ZodType | undefined,
> {
  /** Stable name of the operation, and of its types in the dashboard. */
  readonly id: string
  /** Path below `APP_PREFIX`, e.g. `/auth/sign-in`. */
  readonly path: string
  readonly access: AppAccess
  readonly query?: Query
  /** Absent: the route only reads. `NOTHING`: it changes something, but takes no values. */
  readonly body?: Body
  /** The media types of a body that is stored in a file, with `body: NOTHING`. */
  readonly uploads?: readonly string[]
  /** Default: `APP_BODY_BYTES_MAX`. */
  readonly bodyBytesMax?: number
  /** As in `Route`. */
  readonly beforeUpload?: (needs: HttpNeeds, call: Call) => Awaitable<void>
  /** Absent: 204 without a body. */
  readonly result?: Result
  /** The response has an `ETag`, and is 304 if `If-None-Match` matches it. */
  readonly isTagged?: true
  /** Default: 200. */
  readonly status?: 200 | 201 | 202
  /** Without `result`, the handler may return `null`. */
  answer(
    needs: HttpNeeds,
    call: Call<z.output<Query>, Body extends z.ZodObject ? z.output<Body> : undefined>,
  ): Promise<ResultOf<Result>> | ResultOf<Result>
}

type ResultOf<Result> = Result extends z.ZodType ? RouteResult<z.input<Result>> : RouteResult<null> | null

/** Creates a route of the dashboard. */
export function appRoute<
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodObject | undefined = undefined,
  Result extends z.ZodType | undefined = undefined,
>({ path, isTagged, status, ...plan }: AppRoutePlan<Query, Body, Result>): Route {
  const { body, result } = plan
  return defineRoute({
    ...plan,
    method: body === undefined ? 'GET' : 'POST',
    path: APP_PREFIX + path,
    costTenths: 0,
    bodyBytesMax: body === undefined ? 0 : (plan.bodyBytesMax ?? APP_BODY_BYTES_MAX),
    body: body as z.ZodObject | undefined,
    async answer(needs, call) {
      const made: RouteResult<unknown> = (await plan.answer(needs, call as never)) ?? { result: null }
      if (isTagged) return taggedAnswer(call, JSON.stringify(made.result), made.headers)
      return answerOf(status ?? (result === undefined ? 204 : 200), made)
    },
  })
}

function answerOf(status: number, { result, setCookies = [], headers = {} }: RouteResult<unknown>): Answer {
  const cookies = setCookies.length === 0 ? {} : { 'set-cookie': setCookies }
  if (status === 204) return { status, headers: { ...headers, ...cookies }, body: undefined }
  return { ...jsonAnswer(result, { ...headers, ...cookies }), status }
}
