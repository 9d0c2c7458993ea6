/** The connections of one server: which of them wait for a request, and how all of them end. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FailureCode } from '../../core/failure.ts'
import type { TrafficMeter } from '../../core/usage/traffic.ts'
import { statusOf } from './error-catalogue.ts'
import { answerOnSocket, type ParserError, protocolFailure } from './malformed-request.ts'

/** How long a server that stops waits for the requests under way; it is then gone within ten seconds. */
export const CLOSE_GRACE_MS = 8000

/**
 * So long at least, and less than twice as long, a refusal waits on a connection whose last request found no place either. Who comes
 * again at once, though told to wait a second, would take up the time of those who did find one.
 */
export const REFUSAL_MS = 500

/** How long a client has to read why its connection ends. Whatever it goes on to send would else keep it open. */
const LAST_WORD_MS = 2000

/** What is known of one connection. */
interface Connection {
  /** It came when there were as many as there may be. */
  readonly isExcess: boolean
  /** Requests at work: several when they came in one packet. */
  atWork: number
  /** The turn of its last request. */
  turn: number
  isAnsweredEarly: boolean
  /** Whether its last request found no place. */
  isRefused: boolean
  /** Whether what came last is none of HTTP: it is answered once, and nothing behind it. */
  isBroken: boolean
  /** Its last request while any is at work, and with which status that was refused past its own response. */
  last: { readonly request: IncomingMessage; readonly response: ServerResponse; status?: number } | undefined
  /** The answer to the request before that. */
  before: ServerResponse | undefined
  /** The request behind which nothing is read. */
  final: IncomingMessage | undefined
}

/**
 * Node takes a connection that never sent a request for a busy one and would wait for it when the server stops. So
 * those that wait for a request, or for the rest of its headers, are known here.
 */
export class Connections {
  readonly #server: Server
  readonly #traffic: TrafficMeter
  readonly #open = new Map<Socket, Connection>()
  /** Requests of which the answer is being made by others. */
  #waiting = 0
  /** Requests of this turn, in which everybody who waited is heard once. */
  #inTurn = 0
  #turn = 1
  #refusedAgain = 0
  #isClosing = false

  /** A request on a connection beyond `connectionsMax` finds no place. */
  constructor(server: Server, connectionsMax: number, traffic: TrafficMeter) {
    this.#server = server
    this.#traffic = traffic
    server.on('connection', (socket: Socket) => {
      const isExcess = this.#open.size >= connectionsMax
      this.#open.set(socket, {
        isExcess,
        atWork: 0,
        turn: 0,
        isAnsweredEarly: false,
        isRefused: false,
        isBroken: false,
        last: undefined,
        before: undefined,
        final: undefined,
      })
      traffic.addConnections(1)
      socket.once('close', () => {
        this.#open.delete(socket)
        traffic.addConnections(-1)
      })
    })
  }

  /**
   * `undefined` when there is a place for the request; else it is to be refused after so many ms, those of one moment not alike, or they would
   * come again together. What comes in one turn had been waiting together, so it counts as in hand, as does what others are asked for. Who is
   * slow to send a body or to read an answer counts nowhere: that is bounded by time and by the limits of keys.
   */
  refusalMs({ socket }: IncomingMessage, requestsMax: number): number | undefined {
    const connection = this.#open.get(socket)
    const isFull = this.#waiting >= requestsMax || this.#inTurn > requestsMax
    const isRefused = isFull || connection?.isExcess === true
    // Of several that came in one packet one waits: the others wait behind it, answered, so that Node reads no more of them.
    const isAgain = isRefused && connection?.isRefused === true && connection.atWork === 1
    if (connection !== undefined) connection.isRefused = isRefused
    if (isAgain) return REFUSAL_MS + (this.#refusedAgain++ % REFUSAL_MS)
    return isRefused ? 0 : undefined
  }

  /** An answer that is made by others is waited for (`by` 1), or there (-1). */
  addWaiting(by: 1 | -1): void {
    this.#waiting += by
  }

  /** Whether the request that is still coming in was answered already; a second answer would be taken for the next one's. */
  isAnswered(socket: Socket): boolean {
    return this.#open.get(socket)?.isAnsweredEarly === true
  }

  /** Closes the connection of a request after its answer; what comes behind the request is ignored. */
  endAfter(request: IncomingMessage): void {
    const connection = this.#open.get(request.socket)
    if (connection !== undefined) connection.final ??= request
  }

  /** Whether the request came behind one of `endAfter`. */
  isIgnored(request: IncomingMessage): boolean {
    const final = this.#open.get(request.socket)?.final
    return final !== undefined && final !== request
  }

  /** Whether the answer to the request is the last one of its connection. */
  isLast(request: IncomingMessage): boolean {
    const connection = this.#open.get(request.socket)
    return this.#isClosing || connection?.isExcess === true || connection?.final === request
  }

  /**
   * Counts a request in, and out when its answer or its connection is through; then `done` is called with the status that was
   * answered, if any was.
   */
  enter(
    request: IncomingMessage,
    response: ServerResponse,
    done: (status: number | undefined) => void,
  ): void {
    // Of a request that is injected there is no connection.
    const connection = this.#open.get(request.socket)
    const own: Connection['last'] = { request, response }
    this.#traffic.addInFlight(1)
    if (connection !== undefined) {
      this.#count(connection)
      connection.before = connection.last?.response
      connection.last = own
    }
    // Comes once; `once` itself would wrap it for every request.
    response.on('close', () => {
      this.#traffic.addInFlight(-1)
      if (connection !== undefined) {
        connection.atWork--
        if (!request.complete) connection.isAnsweredEarly = true
        // Else an idle connection would keep them, and the key with them.
        if (connection.atWork === 0) forget(connection)
      }
      done(response.headersSent ? response.statusCode : own.status)
    })
  }

  /**
   * Calls `step` when all requests are answered that came before what is broken: a new one, or the rest of the last one. Of what comes
   * behind that, Node tells again; no step is taken for it.
   */
  afterAnswers(socket: Socket, step: () => void): void {
    const connection = this.#open.get(socket)
    if (connection === undefined || connection.isBroken || connection.final?.complete === true) return
    connection.isBroken = true
    const { last, before, atWork } = connection
    const hasAnswer = last?.request.complete === true || last?.response.headersSent === true
    const ahead = hasAnswer ? last.response : before
    // A request that is still coming in is at work, too, but has nothing to wait for.
    if (ahead !== undefined && atWork > (hasAnswer ? 0 : 1)) ahead.once('close', step)
    else step()
  }

  /** Notes with which status the request that is still coming in was refused; `false`: there is none. */
  noteRefused(socket: Socket, status: number): boolean {
    const { atWork = 0, last } = this.#open.get(socket) ?? {}
    if (atWork === 0 || last === undefined || last.request.complete) return false
    last.status = status
    return true
  }

  /** Ends the connections that wait at once, and after a grace those whose request does not come to its end. */
  end(): void {
    this.#isClosing = true
    for (const [socket, { atWork }] of this.#open) if (atWork === 0) socket.destroy()
    setTimeout(() => this.#server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  }

  #count(connection: Connection): void {
    // Whoever asks again after its answer shows that everybody who waited with it was heard: the loop may never come to its end.
    if (connection.atWork === 0 && connection.turn === this.#turn) this.#beginTurn()
    connection.atWork++
    connection.turn = this.#turn
    connection.isAnsweredEarly = false
    if (this.#inTurn++ === 0) setImmediate(() => this.#beginTurn())
  }

  #beginTurn(): void {
    this.#turn++
    this.#inTurn = 0
  }
}

function forget(connection: Connection): void {
  connection.last = undefined
  connection.before = undefined
}

/**
 * Ends a connection of which nothing is read though there is an answer, one that was kept for a next request in vain, and one that only its
 * client holds. Whoever is slow to send has a time limit of its own, which answers before it ends.
 */
export function letGoWhoReadsNothing(server: Server): void {
  server.on('timeout', (socket: Socket) => {
    // Node sets another time while it keeps a connection for the next request.
    const isKept = socket.timeout !== server.timeout
    if (isKept || socket.writableLength > 0 || !socket.writable) socket.destroy()
    else socket.setTimeout(server.timeout)
  })
}

/** Requests that Node answers by itself, or not at all, unless told otherwise. */
export function listenToProtocol(
  server: Server,
  connections: Connections,
  idOf: (sent: unknown) => string,
  traffic: TrafficMeter,
): void {
  const refuse = (socket: Duplex, code: FailureCode, request?: IncomingMessage) => {
    connections.afterAnswers(socket as Socket, () => {
      if (connections.isAnswered(socket as Socket)) {
        socket.destroy()
        return
      }
      const isWritten = answerOnSocket(socket, code, idOf(request?.headers['x-request-id']), request)
      setTimeout(() => socket.destroy(), LAST_WORD_MS).unref()
      const isCounted = !isWritten || connections.noteRefused(socket as Socket, statusOf(code))
      if (!isCounted) traffic.noteAnswer(undefined, statusOf(code))
    })
  }
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // What comes after the last request of a connection is not read; that one is still to be answered.
    if (['ECONNRESET', 'HPE_CLOSED_CONNECTION'].includes(error.code ?? '') || socket.destroyed) return
    refuse(socket, protocolFailure(error))
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage) => {
    refuse(request.socket, 'expectation_failed', request)
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // Node has let go of the socket here: an error of it, as of a client that is gone, would end the thread.
    socket.on('error', () => {})
    refuse(socket, 'invalid_request', request)
  })
}
