/** The way of one request: admission, body, input, handler, response. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { Failure } from '../../core/failure.ts'
import { originForm } from '../protocol/path.ts'
import { readBytes } from '../protocol/read-body.ts'
import { callOf } from './call.ts'
import { isFramingFaulty } from './framing.ts'
import { admit, admitOptions } from './guard.ts'
import type { HttpContext } from './http-context.ts'
import { type Input, readInput } from './input.ts'
import { recordRequest } from './record-request.ts'
import { refuse } from './refuse.ts'
import { newVisit, type Visit } from './request-context.ts'
import { answerHeaders, preflightHeaders } from './response-headers.ts'
import type { Answer, HttpNeeds, Route } from './route.ts'
import { give, type SentHeaders } from './send-response.ts'
import { provoke } from './simulate-error.ts'

/** One for all, and never thrown: either would take a good part of the time that a refusal takes. */
const OVERLOAD = new Failure('service_unavailable', 'overload')

/** A request with its response, and what is known of both. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly visit: Visit
}

/** Handles a request up to its response. Never throws. */
export function handleRequest(
  context: HttpContext,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const exchange = { request, response, visit: visitOf(context, request) }
  if (isFramingFaulty(exchange.visit)) context.connections.endAfter(request)
  if (context.connections.isIgnored(request)) return
  recordRequest(context, request, response, exchange.visit)
  const refusalMs = refusalMsOf(context, exchange)
  if (refusalMs === undefined) enter(context, exchange)
  else refuseIn(refusalMs, context, exchange)
}

function visitOf({ idOf, addressOf, router }: HttpContext, request: IncomingMessage): Visit {
  const { method = 'GET', url = '/', httpVersion, headers, rawHeaders } = request
  const id = idOf(headers['x-request-id'])
  const target = originForm(url)
  const asked = { id, method, target, httpVersion, headers, rawHeaders, address: addressOf(request) }
  return newVisit(asked, router)
}

/** A probe of the server's health is always let through: a server that has much to do must not be taken for a dead one. */
function refusalMsOf(
  { connections, settings }: HttpContext,
  { request, visit }: Exchange,
): number | undefined {
  if (visit.route?.isAlwaysAnswered === true) return undefined
  return connections.refusalMs(request, settings.requestsInFlightMax)
}

function refuseIn(ms: number, context: HttpContext, exchange: Exchange): void {
  const send = () => {
    // Meanwhile the client may be gone, or its body broken, which was answered then.
    if (ms === 0 || exchange.request.socket.writable) fail(context, exchange, OVERLOAD)
  }
  if (ms === 0) send()
  else setTimeout(send, ms).unref()
}

/** Everything that is decided before the body is read. */
function enter(context: HttpContext, exchange: Exchange): void {
  const { response, visit } = exchange
  try {
    if (visit.method === 'OPTIONS') {
      const headers = preflightHeaders(visit, admitOptions(context.needs, visit, context.router))
      send(context, exchange, { status: 204, headers, body: undefined })
      return
    }
    admit(context.needs, visit, context.router)
    // A client that waits for it before it sends its body gets it only now; HTTP/1.0 does not know it.
    if (visit.headers.expect !== undefined && visit.httpVersion !== '1.0') response.writeContinue()
    proceed(context, visit.route as Route, exchange)
  } catch (error) {
    fail(context, exchange, error)
  }
}

function proceed(context: HttpContext, route: Route, exchange: Exchange): void {
  if (route.body === undefined) {
    answer(context, route, exchange, undefined)
    return
  }
  readBytes(exchange.request, route.bodyBytesMax, (result) => {
    if (result instanceof Failure) fail(context, exchange, result)
    else answer(context, route, exchange, result)
  })
}

/** From the whole request to its response. */
function answer(context: HttpContext, route: Route, exchange: Exchange, bytes: Uint8Array | undefined): void {
  const { visit } = exchange
  try {
    const input = readInput(route, visit, bytes)
    const needs = needsFor(context, visit, input)
    const made = route.answer(needs, callOf(needs, visit, visit.params, input))
    if (!(made instanceof Promise)) {
      send(context, exchange, made)
      return
    }
    context.connections.addWaiting(1)
    made
      .finally(() => context.connections.addWaiting(-1))
      .then((result) => send(context, exchange, result))
      .catch((error) => fail(context, exchange, error))
  } catch (error) {
    fail(context, exchange, error)
  }
}

/** Of a test key, those of the sandbox: the one place where the two kinds part. @throws Failure that the input asks for there. */
function needsFor({ needs, sandbox }: HttpContext, visit: Visit, input: Input): HttpNeeds {
  if (visit.grant?.kind !== 'test') return needs
  provoke(needs, visit, visit.grant, [visit.params, input])
  return sandbox
}

function send(context: HttpContext, exchange: Exchange, { headers, ...rest }: Answer): void {
  const all = Object.assign(answerHeaders(exchange.visit), headers, finalHeaders(context, exchange))
  give(exchange.response, { ...rest, headers }, all)
}

/** Never throws: nobody catches what is thrown where it is called. */
function fail(context: HttpContext, exchange: Exchange, error: unknown): void {
  const { needs, settings } = context
  try {
    const refusal = refuse(needs, settings, exchange.visit, error)
    give(exchange.response, refusal, Object.assign(refusal.headers, finalHeaders(context, exchange)))
  } catch (fault) {
    // Half of another answer may have been sent: what is left is to end it.
    settings.log.error(
      { request_id: exchange.visit.id, error: inspect(fault) },
      'a request could not be answered',
    )
    exchange.response.destroy()
  }
}

function finalHeaders({ always, connections }: HttpContext, { request }: Exchange): SentHeaders {
  return connections.isLast(request) ? { ...always, connection: 'close' } : always
}
