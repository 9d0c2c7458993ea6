/** Handles one request: admission, body, input, handler, response. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { type Awaitable, whenReady } from '../../core/awaitable.ts'
import { Failure } from '../../core/failure.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import { REQUEST_TIMEOUT_MS } from '../protocol/http-server.ts'
import { originForm } from '../protocol/path.ts'
import { readBytes } from '../protocol/read-body.ts'
import { AdmittedCall } from './call.ts'
import { isFramingFaulty } from './framing.ts'
import { admit, admitOptions } from './guard.ts'
import { type Input, readInput } from './input.ts'
import { receiveUpload } from './receive-upload.ts'
import { recordRequest } from './record-request.ts'
import { type RefusalAnswer, refuse } from './refuse.ts'
import { newRequestContext, type RequestContext } from './request-context.ts'
import { answerHeaders, preflightHeaders } from './response-headers.ts'
import { type Answer, type HttpNeeds, isUpload, type Route } from './route.ts'
import { type SentHeaders, sendResponse } from './send-response.ts'
import type { ServerContext } from './server-context.ts'
import { simulateError } from './simulate-error.ts'
import { watchUpload } from './upload-rate.ts'

/**
 * Shared and never thrown: creating or throwing one per request would take a good part of the time that a
 * refusal takes.
 */
const OVERLOAD = new Failure('service_unavailable', 'overload')

/** A request with its response and its context. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly context: RequestContext
}

/** Handles a request up to its response. Never throws. */
export function handleRequest(
  server: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const exchange = { request, response, context: contextOf(server, request) }
  if (isFramingFaulty(exchange.context)) server.connections.endAfter(request)
  if (server.connections.isIgnored(request)) return
  recordRequest(server, request, response, exchange.context)
  const refusalMs = refusalMsOf(server, exchange)
  if (refusalMs === undefined) enter(server, exchange)
  else refuseIn(refusalMs, server, exchange)
}

function contextOf({ idOf, addressOf, router }: ServerContext, request: IncomingMessage): RequestContext {
  const { method = 'GET', url = '/', httpVersion, headers, rawHeaders } = request
  const id = idOf(headers['x-request-id'])
  const target = originForm(url)
  const sent = { id, method, target, httpVersion, headers, rawHeaders, address: addressOf(request) }
  return newRequestContext(sent, router)
}

/**
 * Returns the delay of a refusal for overload, or `undefined` to admit the request. Health checks are always
 * admitted: a busy server must not be taken for a dead one.
 */
function refusalMsOf(
  { connections, settings }: ServerContext,
  { request, context }: Exchange,
): number | undefined {
  if (context.route?.isAlwaysAnswered === true) return undefined
  return connections.refusalMs(request, settings.requestsInFlightMax)
}

function refuseIn(ms: number, server: ServerContext, exchange: Exchange): void {
  const send = () => {
    // During the delay the client may have disconnected, or its body may have been invalid, which was
    // answered already.
    if (ms === 0 || exchange.request.socket.writable) fail(server, exchange, OVERLOAD)
  }
  if (ms === 0) send()
  else setTimeout(send, ms).unref()
}

/** Does everything that comes before reading the body. */
function enter(server: ServerContext, exchange: Exchange): void {
  const { context } = exchange
  try {
    if (context.method === 'OPTIONS') {
      const headers = preflightHeaders(context, admitOptions(server.needs, context, server.router))
      send(server, exchange, { status: 204, headers, body: undefined })
      return
    }
    continueWith(server, exchange, admit(server.needs, context, server.router), proceed)
  } catch (error) {
    fail(server, exchange, error)
  }
}

/**
 * Calls the next step with a value, at once or when its promise is fulfilled. A request that waits for a
 * promise counts as waiting; it is not continued if the client has disconnected meanwhile, or if its body was
 * invalid, which was answered already.
 */
function continueWith<T>(
  server: ServerContext,
  exchange: Exchange,
  value: Awaitable<T>,
  step: (server: ServerContext, exchange: Exchange, value: T) => void,
  failed: (server: ServerContext, exchange: Exchange, error: unknown) => void = fail,
): void {
  if (!(value instanceof Promise)) {
    step(server, exchange, value)
    return
  }
  const { socket } = exchange.request
  server.connections.addWaiting(1)
  value
    .finally(() => server.connections.addWaiting(-1))
    // A request that was dispatched without a connection has no `writable`.
    .then((ready) => socket.writable !== false && step(server, exchange, ready))
    .catch((error) => failed(server, exchange, error))
}

/** Reads the body of an admitted request. */
function proceed(server: ServerContext, exchange: Exchange): void {
  const { request, context } = exchange
  const route = context.route as Route
  if (isUpload(route)) {
    checkUpload(server, route, exchange)
    return
  }
  askForBody(exchange)
  if (route.body === undefined) {
    answer(server, route, exchange, undefined)
    return
  }
  readBytes(request, route.bodyBytesMax, (result) => {
    if (result instanceof Failure) fail(server, exchange, result)
    else answer(server, route, exchange, result)
  })
}

/** A client with `Expect: 100-continue` sends its body only after this; HTTP/1.0 does not have it. */
function askForBody({ response, context }: Exchange): void {
  if (isAwaited(context)) response.writeContinue()
  context.isBodyAsked = true
}

/** Whether the client waits before it sends its body. */
function isAwaited({ headers, httpVersion, isBodyAsked }: RequestContext): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0' && !isBodyAsked
}

/** Refuses a body that would be stored in vain before it is read: its query is not valid, or the route refuses it. */
function checkUpload(server: ServerContext, route: Route, exchange: Exchange): void {
  const { context } = exchange
  try {
    const input = readInput(route, context, undefined)
    const checked = whenReady(needsFor(server, context, input), (needs) =>
      route.beforeUpload?.(needs, new AdmittedCall(needs, context, input)),
    )
    continueWith(server, exchange, checked, () => receive(server, route, exchange))
  } catch (error) {
    fail(server, exchange, error)
  }
}

/** Stores the body in a file. */
function receive(server: ServerContext, route: Route, exchange: Exchange): void {
  const { needs, connections, settings } = server
  askForBody(exchange)
  const watched = watchUpload(exchange, connections, settings.requestTimeoutMs ?? REQUEST_TIMEOUT_MS)
  const account = senderOf(exchange.context)
  const plan = { uploads: needs.uploads, account, bytesMax: route.bodyBytesMax, watched }
  receiveUpload(exchange, plan, (result) => {
    if (result instanceof Failure) {
      fail(server, exchange, result)
      return
    }
    exchange.context.upload = result
    answer(server, route, exchange, undefined)
  })
}

/** Returns the account that sends a file; `undefined` for a public form. */
function senderOf({ grant, signedIn }: RequestContext): AccountId | undefined {
  return grant?.account ?? signedIn?.account.id
}

/** Validates the input of a complete request, calls the handler and sends its response. */
function answer(
  server: ServerContext,
  route: Route,
  exchange: Exchange,
  bytes: Uint8Array | undefined,
): void {
  const { context } = exchange
  try {
    const input = readInput(route, context, bytes)
    const made = whenReady(needsFor(server, context, input), (needs) =>
      route.answer(needs, new AdmittedCall(needs, context, input)),
    )
    continueWith(server, exchange, made, send)
  } catch (error) {
    fail(server, exchange, error)
  }
}

/**
 * Returns the ports for a request: those of the sandbox for a test key. No other place chooses ports by the
 * kind of key.
 *
 * @throws {Failure} the simulated error that the input of a test key requests.
 */
function needsFor(
  { needs, sandbox }: ServerContext,
  context: RequestContext,
  input: Input,
): Awaitable<HttpNeeds> {
  if (context.grant?.kind !== 'test') return needs
  const simulated = simulateError(needs, context, context.grant, [context.params, input])
  return whenReady(simulated, () => sandbox)
}

function send(server: ServerContext, exchange: Exchange, { headers, ...rest }: Answer): void {
  const all = Object.assign(answerHeaders(exchange.context), headers, finalHeaders(server, exchange))
  sendResponse(exchange.response, { ...rest, headers }, all, (error) =>
    server.settings.log.error(
      { request_id: exchange.context.id, error: inspect(error) },
      'a response was not sent to its end',
    ),
  )
}

/** Sends an error response. Never throws, because no caller catches it. */
function fail(server: ServerContext, exchange: Exchange, error: unknown): void {
  const { needs, settings } = server
  try {
    continueWith(server, exchange, refuse(needs, settings, exchange.context, error), sendRefusal, giveUp)
  } catch (fault) {
    giveUp(server, exchange, fault)
  }
}

function sendRefusal(server: ServerContext, exchange: Exchange, refusal: RefusalAnswer): void {
  // The body may have been invalid, which was answered already: a second response would only be logged.
  if (exchange.request.socket.writable === false) return
  sendResponse(exchange.response, refusal, Object.assign(refusal.headers, finalHeaders(server, exchange)))
}

/** Closes the connection, because part of another response may have been sent already. */
function giveUp({ settings }: ServerContext, { context, response }: Exchange, fault: unknown): void {
  settings.log.error({ request_id: context.id, error: inspect(fault) }, 'a request could not be answered')
  response.destroy()
}

/** A client that waits for a body to be asked for may send it or not: only a new connection is unambiguous. */
function finalHeaders({ always, connections }: ServerContext, { request, context }: Exchange): SentHeaders {
  const isLast = connections.isLast(request) || (isAwaited(context) && !request.complete)
  return isLast ? { ...always, connection: 'close' } : always
}
