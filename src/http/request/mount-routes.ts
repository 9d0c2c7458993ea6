/** The routes on Fastify: the one file of the request path that knows the framework. */
import type { IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Failure } from '../../core/failure.ts'
import { ROUTES_MAX } from '../../core/usage/traffic.ts'
import { STRICT_TRANSPORT } from '../protocol/csp.ts'
import { originForm } from '../protocol/path.ts'
import { readBytes } from '../protocol/read-body.ts'
import { requestIds } from '../protocol/request-id.ts'
import { callOf } from './call.ts'
import { Connections, letGoWhoReadsNothing, listenToProtocol } from './connections.ts'
import { isFramingFaulty } from './framing.ts'
import { admit, admitOptions, type PathTable, pathTable } from './guard.ts'
import { type Input, readInput } from './input.ts'
import { refuse } from './refuse.ts'
import { newVisit, type Visit } from './request-context.ts'
import { answerHeaders, preflightHeaders } from './response-headers.ts'
import type { Answer, HttpNeeds, Route } from './route.ts'
import { give, type SentHeaders } from './send-response.ts'
import { isSecure } from './session-guard.ts'
import type { HttpSettings } from './settings.ts'
import { provoke } from './simulate-error.ts'

/** What `createServer` gives: `listen`, `inject`, `close`. */
export type HttpServer = FastifyInstance

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | undefined
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

/** A request, headers and body, must have arrived whole in this time unless the settings say otherwise. */
export const REQUEST_TIMEOUT_MS = 30_000
/** How long an idle connection is kept for the next request. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How often the time limits are looked after. */
const TIMEOUT_CHECK_MS = 2000
/** All headers of a request together. */
export const HEADER_BYTES_MAX = 16 * 1024

/** One for all, and never thrown: either would take a good part of the time that a refusal takes. */
const OVERLOAD = new Failure('service_unavailable', 'overload')

/** In a key's usage a request that got no answer counts as one that went wrong. */
const UNANSWERED = 499

const NS_PER_MS = 1e6
const NS_PER_US = 1e3

/** Everything that one running server is made of. */
interface House {
  readonly needs: HttpNeeds
  /** The same over the register of test keys. */
  readonly sandbox: HttpNeeds
  readonly settings: HttpSettings
  readonly table: PathTable
  /** Of each route in the table of contents. */
  readonly places: ReadonlyMap<Route, number>
  /** Headers of every answer, whatever it is. */
  readonly always: SentHeaders
  readonly idOf: (sent: unknown) => string
}

/** A house with its server, and the connections of that. */
interface OpenHouse extends House {
  readonly connections: Connections
}

export function mountRoutes(needs: HttpNeeds, settings: HttpSettings, routes: readonly Route[]): HttpServer {
  if (routes.length > ROUTES_MAX) throw new RangeError(`${routes.length} routes cannot be counted apart`)
  const always = isSecure(needs.site) ? STRICT_TRANSPORT : {}
  const places = new Map(routes.map((route, place) => [route, place]))
  const table = pathTable(routes)
  const sandbox = { ...needs, ...needs.sandbox }
  const closed = { needs, sandbox, settings, table, places, always, idOf: requestIds(needs) }
  const app = makeServer(closed, () => house)
  const connections = new Connections(app.server, settings.connectionsMax, needs.traffic)
  const house: OpenHouse = { ...closed, connections }
  app.decorateRequest('visit', undefined)
  // The whole way goes on from here; nothing calls the hook's `done`, so that Fastify's own way ends here.
  app.addHook('onRequest', (request, reply, _done) => enter(house, request, reply))
  app.setErrorHandler((error, request, reply) => fail(house, request, reply, error))
  app.setNotFoundHandler((request, reply) =>
    fail(house, request, reply, new Failure('not_found', 'unknown path')),
  )
  for (const route of routes) mount(app, route)
  // Of a connection that the system could not hand over; without a listener it would end the thread.
  app.server.on('error', (error) =>
    settings.log.error({ error: inspect(error) }, 'a fault of the HTTP server'),
  )
  listenToProtocol(app.server, connections, house.idOf, needs.traffic)
  letGoWhoReadsNothing(app.server)
  app.addHook('preClose', (done) => {
    house.connections.end()
    done()
  })
  return app
}

function makeServer({ settings, idOf }: House, open: () => OpenHouse): HttpServer {
  const { trustProxy, requestTimeoutMs = REQUEST_TIMEOUT_MS } = settings
  const checkMs = Math.min(TIMEOUT_CHECK_MS, requestTimeoutMs)
  return fastify({
    logger: false,
    genReqId: (raw: IncomingMessage) => idOf(raw.headers['x-request-id']),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    rewriteUrl: (raw) => originForm(raw.url ?? '/'),
    requestTimeout: requestTimeoutMs,
    // Node looks twice whether an answer goes on: whoever does not read is let go when a request would have had to be there.
    connectionTimeout: requestTimeoutMs / 2,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Ours is added to the server when its connections are known.
    clientErrorHandler: () => {},
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: HEADER_BYTES_MAX,
      querystringParser: () => ({}),
    },
    // A path that cannot be decoded is none of ours: the guard finds so, after all that it asks of others.
    frameworkErrors: (_error, request, reply) =>
      enter(open(), request as FastifyRequest, reply as FastifyReply),
    http: {
      // A missing Host is refused by the guard, in our own shape.
      requireHostHeader: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkMs,
      // Called for a request that asks for another protocol. Node drops what is behind it in its packet, so the connection ends.
      shouldUpgradeCallback: (request: IncomingMessage) => {
        open().connections.endAfter(request)
        return false
      },
    },
  })
}

function mount(app: HttpServer, route: Route): void {
  // Fastify wants a handler; the hook has answered before.
  app.route({ method: route.method, url: route.path, config: { route }, handler: () => {} })
}

/** From a request that was let in to its answer, with its body in between. */
function proceed(house: OpenHouse, route: Route, request: FastifyRequest, reply: FastifyReply): void {
  if (route.body === undefined) {
    serve(house, route, request, reply, undefined)
    return
  }
  readBytes(request.raw, route.bodyBytesMax, (result) => {
    if (result instanceof Failure) fail(house, request, reply, result)
    else serve(house, route, request, reply, result)
  })
}

/** From the whole request to its answer. */
function serve(
  house: OpenHouse,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Uint8Array | undefined,
): void {
  const visit = request.visit as Visit
  try {
    const input = readInput(route, visit, bytes)
    const params = request.params as Record<string, string>
    const needs = needsFor(house, visit, params, input)
    const answer = route.answer(needs, callOf(needs, visit, params, input))
    if (answer instanceof Promise) {
      house.connections.addWaiting(1)
      answer
        .finally(() => house.connections.addWaiting(-1))
        .then((made) => send(house, reply, visit, made))
        .catch((error) => fail(house, request, reply, error))
    } else send(house, reply, visit, answer)
  } catch (error) {
    fail(house, request, reply, error)
  }
}

/** Of a test key, those of the sandbox: the one place where the two kinds part. @throws Failure that the input provokes there. */
function needsFor({ needs, sandbox }: House, visit: Visit, params: unknown, input: Input): HttpNeeds {
  if (visit.grant?.kind !== 'test') return needs
  provoke(needs, visit, visit.grant, [params, input])
  return sandbox
}

/** Everything that is decided before the body is read. */
function enter(house: OpenHouse, request: FastifyRequest, reply: FastifyReply): void {
  const visit = visitOf(request)
  request.visit = visit
  if (isFramingFaulty(visit)) house.connections.endAfter(request.raw)
  if (house.connections.isIgnored(request.raw)) {
    reply.hijack()
    return
  }
  countIn(house, request, reply)
  const refusalMs = refusalMsOf(house, request)
  if (refusalMs !== undefined) {
    refuseIn(refusalMs, house, request, reply)
    return
  }
  try {
    if (visit.method === 'OPTIONS') {
      const allow = admitOptions(house.needs, visit, house.table)
      send(house, reply, visit, { status: 204, headers: preflightHeaders(visit, allow), body: undefined })
      return
    }
    admit(house.needs, visit, house.table)
    // Only now does a client that waits for a word before it sends its body get it; HTTP/1.0 has no such word.
    if (visit.headers.expect !== undefined && visit.httpVersion !== '1.0') reply.raw.writeContinue()
    proceed(house, visit.route as Route, request, reply)
  } catch (error) {
    fail(house, request, reply, error)
  }
}

/** Whoever watches the server is answered all the same: one that has much to do must not be taken for a dead one. */
function refusalMsOf(
  { connections, settings }: OpenHouse,
  { raw, visit }: FastifyRequest,
): number | undefined {
  if (visit?.route?.isAlwaysAnswered === true) return undefined
  return connections.refusalMs(raw, settings.requestsInFlightMax)
}

function refuseIn(ms: number, house: OpenHouse, request: FastifyRequest, reply: FastifyReply): void {
  const tell = () => {
    // Meanwhile the client may be gone, or its body broken, which it has been told then.
    if (ms === 0 || request.raw.socket.writable) fail(house, request, reply, OVERLOAD)
  }
  if (ms === 0) tell()
  else setTimeout(tell, ms).unref()
}

function visitOf(request: FastifyRequest): Visit {
  const { id, raw, headers, ip } = request
  const { url: target = '/', httpVersion, rawHeaders } = raw
  const route = request.is404 ? undefined : request.routeOptions.config.route
  return newVisit(
    { id, method: request.method, target, httpVersion, headers, rawHeaders, address: ip },
    route,
  )
}

/** Counts the request, and notes in the key's usage and in the log how it went, whether its answer or its connection ended first. */
function countIn(
  { needs, settings, places, connections }: OpenHouse,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const startNs = needs.clock.monotonicNs()
  // Of a connection that broke before there is no status to tell.
  connections.enter(request.raw, reply.raw, (status) => {
    const { visit, id, method } = request
    const ns = Number(needs.clock.monotonicNs() - startNs)
    // Whoever watches the service would take an error that was asked for as one of ours.
    if (status !== undefined && !visit?.isProvoked)
      needs.traffic.noteAnswer(visit?.route && places.get(visit.route), status)
    if (visit?.grant !== undefined) {
      needs.usageMeter.note(visit.grant.place, {
        status: status ?? UNANSWERED,
        us: ns / NS_PER_US,
        isDeep: visit.isDeep,
      })
    }
    settings.log.info(
      { request_id: id, route: visit?.route?.id, method, status, ms: ns / NS_PER_MS },
      'request',
    )
  })
}

function send(house: OpenHouse, reply: FastifyReply, visit: Visit, answer: Answer): void {
  reply.hijack()
  give(reply.raw, answer, Object.assign(answerHeaders(visit), answer.headers, lastWord(house, reply)))
}

/** Never throws: it is called where nobody would catch that. */
function fail(house: OpenHouse, request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  try {
    const visit = request.visit ?? visitOf(request)
    const answer = refuse(house.needs, house.settings, visit, error)
    reply.hijack()
    give(reply.raw, answer, Object.assign(answer.headers, lastWord(house, reply)))
  } catch (fault) {
    // Half of another answer may have been sent: what is left is to end it.
    house.settings.log.error(
      { request_id: request.id, error: inspect(fault) },
      'a request could not be answered',
    )
    reply.raw.destroy()
  }
}

function lastWord({ always, connections }: OpenHouse, { request }: FastifyReply): SentHeaders {
  return connections.isLast(request.raw) ? { ...always, connection: 'close' } : always
}
