/** The connections of one server: which of them wait for a request, and how all of them end. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FailureCode } from '../core/failure.ts'
import type { TrafficMeter } from '../core/usage/traffic.ts'
import { statusOf } from './error-catalogue.ts'
import { answerOnSocket, type ParserError, protocolFailure } from './protocol.ts'

/** How long a server that stops waits for the requests under way; it is then gone within ten seconds. */
export const CLOSE_GRACE_MS = 8000

/** Connections of one thread unless the settings say otherwise; each costs about 10 KB. */
export const CONNECTIONS_MAX = 10_000

/**
 * Node takes a connection that never sent a request for a busy one and would wait for it when the server stops. So
 * those that wait for a request, or for the rest of its headers, are known here.
 */
export class Connections {
  readonly #server: Server
  readonly #traffic: TrafficMeter
  /** Requests at work on each connection: several when they came in one packet. */
  readonly #atWork = new Map<Socket, number>()
  readonly #excess = new WeakSet<Socket>()
  readonly #answeredEarly = new WeakSet<Socket>()
  #inFlight = 0
  #isClosing = false

  /** A request on a connection beyond `connectionsMax` finds no place. */
  constructor(server: Server, connectionsMax: number, traffic: TrafficMeter) {
    this.#server = server
    this.#traffic = traffic
    server.on('connection', (socket: Socket) => {
      if (this.#atWork.size >= connectionsMax) this.#excess.add(socket)
      this.#atWork.set(socket, 0)
      traffic.addConnections(1)
      socket.once('close', () => {
        this.#atWork.delete(socket)
        traffic.addConnections(-1)
      })
    })
  }

  /** Requests at work. */
  get inFlight(): number {
    return this.#inFlight
  }

  /** Whether the connection was one too many when it came. */
  isExcess({ socket }: IncomingMessage): boolean {
    return this.#excess.has(socket)
  }

  /** Whether the request that is still coming in was answered already; a second answer would be taken for the next one's. */
  isAnswered(socket: Socket): boolean {
    return this.#answeredEarly.has(socket)
  }

  /** Whether the answer to the request is the last one of its connection. */
  isLast(request: IncomingMessage): boolean {
    return this.#isClosing || this.isExcess(request)
  }

  /** Counts a request in, and out when its answer or its connection is through; then `done` is called. */
  enter(request: IncomingMessage, response: ServerResponse, done: () => void): void {
    const { socket } = request
    this.#inFlight++
    this.#traffic.addInFlight(1)
    this.#count(socket, 1)
    this.#answeredEarly.delete(socket)
    // Comes once; `once` itself would wrap it for every request.
    response.on('close', () => {
      this.#inFlight--
      this.#traffic.addInFlight(-1)
      this.#count(socket, -1)
      if (!request.complete) this.#answeredEarly.add(socket)
      done()
    })
  }

  /** Ends the connections that wait at once, and after a grace those whose request does not come to its end. */
  end(): void {
    this.#isClosing = true
    for (const [socket, atWork] of this.#atWork) if (atWork === 0) socket.destroy()
    setTimeout(() => this.#server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  }

  #count(socket: Socket, by: number): void {
    const atWork = this.#atWork.get(socket)
    if (atWork !== undefined) this.#atWork.set(socket, atWork + by)
  }
}

/** Requests that Node answers by itself, or not at all, unless told otherwise. */
export function listenToProtocol(
  server: Server,
  connections: Connections,
  idOf: (sent: unknown) => string,
  traffic: TrafficMeter,
): void {
  const refuse = (socket: Duplex, code: FailureCode, sentId?: unknown) => {
    traffic.noteAnswer(undefined, statusOf(code))
    answerOnSocket(socket, code, idOf(sentId))
  }
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // What comes after the last request of a connection is not read; that one is still to be answered.
    if (['ECONNRESET', 'HPE_CLOSED_CONNECTION'].includes(error.code ?? '') || socket.destroyed) return
    if (connections.isAnswered(socket)) socket.destroy()
    else refuse(socket, protocolFailure(error))
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage) => {
    refuse(request.socket, 'expectation_failed', request.headers['x-request-id'])
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    refuse(socket, 'invalid_request', request.headers['x-request-id'])
  })
}
