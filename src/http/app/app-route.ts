/**
 * What a route of the dashboard is: the same value as a route of the API, written with what all of them have in
 * common filled in. Its handler gives a value of the shape that `result` says; what is written to the wire is made here.
 */
import { z } from 'zod'
import type { FailureCode } from '../../core/failure.ts'
import {
  type Answer,
  type AppAccess,
  type Call,
  defineRoute,
  type HttpNeeds,
  type Route,
} from '../request/route.ts'

/** All paths of the dashboard's own API begin so. */
export const APP_PREFIX = '/app/api'
/** A body of the dashboard; passkeys are the longest. */
export const APP_BODY_BYTES_MAX = 16 * 1024

const NO_QUERY = z.strictObject({})

/** What a handler gives: a value for the body, and what goes beside it. */
export interface RouteResult<Value> {
  readonly result: Value
  /** Whole `Set-Cookie` values, as a wish gave them. */
  readonly setCookies?: readonly string[]
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface AppRoutePlan<
  Query extends z.ZodObject,
  Body extends z.ZodObject | undefined,
  Result extends z.ZodType | undefined,
> {
  /** Stable name of the operation; also the name of its types in the dashboard. */
  readonly id: string
  /** A GET changes nothing; whatever changes something is a POST. */
  readonly method: 'GET' | 'POST'
  /** Below `APP_PREFIX`: `/auth/sign-in`. */
  readonly path: string
  readonly access: AppAccess
  readonly query?: Query
  /** Of every POST; `NOTHING` where it takes nothing. */
  readonly body?: Body
  /** `undefined`: 204, without a body. */
  readonly result: Result
  /** 200 unless it is said. */
  readonly status?: 200 | 201 | 202
  /** What the handler ends in, beyond what the guard says; for the tests of the wire. */
  readonly errors?: readonly FailureCode[]
  answer(
    needs: HttpNeeds,
    call: Call<z.output<Query>, Body extends z.ZodObject ? z.output<Body> : undefined>,
  ): Promise<RouteResult<ValueOf<Result>>> | RouteResult<ValueOf<Result>>
}

type ValueOf<Result> = Result extends z.ZodType ? z.input<Result> : null

/** A route of the dashboard; `add` it to the table of its area. */
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
    produces: ['application/json'],
    query: plan.query ?? NO_QUERY,
    body: plan.body as z.ZodObject | undefined,
    result,
    resultHeaders: [],
    otherAnswers: [],
    example: APP_PREFIX + path,
    errors,
    summary: { de: '', en: '' },
    description: { de: '', en: '' },
    async answer(needs, call) {
      return answerOf(status, await plan.answer(needs, inPieces(call) as never))
    },
  })
}

/** Handlers of the dashboard take out of the call what they need; its methods go on knowing whose they are. */
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
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers, ...cookies },
    body: JSON.stringify(result),
  }
}
