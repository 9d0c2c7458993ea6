/**
 * The connections of one server: counts requests per connection, detects overload, and ends connections on
 * shutdown.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TrafficMeter } from '../../core/usage/traffic.ts'

/** How long a stopping server waits for open requests; the process then ends within ten seconds. */
export const CLOSE_GRACE_MS = 8000

/**
 * Delay of a refusal on a connection whose previous request was refused for overload, too: from this value to
 * just under twice that. Without the delay, clients that ignore `Retry-After` would take up the time of the
 * admitted requests.
 */
export const REFUSAL_MS = 500

/** The code of Node's error for a request that is not complete in time. */
export const REQUEST_TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT'

/** State of one connection. */
interface Connection {
  /** It was opened when `connectionsMax` connections were open already. */
  readonly isExcess: boolean
  /** Requests in progress: several if they arrived in one packet. */
  atWork: number
  /** The event loop turn of its last request. */
  turn: number
  isAnsweredEarly: boolean
  /** Whether its last request was refused for overload. */
  isRefused: boolean
  /** Whether the last data on it was not valid HTTP: that is answered once, and nothing after it. */
  isBroken: boolean
  /**
   * The last request while any is in progress; `status` is set if it was refused with a response written
   * straight to the socket.
   */
  last: { readonly request: IncomingMessage; readonly response: ServerResponse; status?: number } | undefined
  /** The response to the request before `last`. */
  before: ServerResponse | undefined
  /** The last request of this connection; data after it is ignored. */
  final: IncomingMessage | undefined
  /** The request whose body has a least rate instead of a time limit. */
  upload: IncomingMessage | undefined
}

/**
 * The open connections of a server. Node treats a connection that never sent a request as busy and would wait
 * for it on shutdown. So this class tracks which connections have no request in progress.
 */
export class Connections {
  readonly #server: Server
  readonly #traffic: TrafficMeter
  readonly #open = new Map<Socket, Connection>()
  /** Requests whose response is awaited from asynchronous work. */
  #waiting = 0
  /** Requests of this turn of the event loop, in which each waiting connection is read once. */
  #inTurn = 0
  #turn = 1
  #refusedAgain = 0
  #isDraining = false
  #isClosing = false

  /** Attaches to a server. Requests on connections beyond `connectionsMax` are refused. */
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
        upload: undefined,
      })
      traffic.addConnections(1)
      socket.once('close', () => {
        this.#open.delete(socket)
        traffic.addConnections(-1)
      })
    })
  }

  /**
   * Decides whether a request is refused for overload. Returns `undefined` if it is admitted, otherwise the
   * delay of the refusal in ms. Delays differ from each other, so that refused clients do not come back at
   * the same time.
   *
   * Requests of the same turn arrived together, so they count as in progress, as do requests with an awaited
   * response. Requests that are slow to send a body, or whose response is read slowly, do not count; time
   * limits and the limits of keys bound them.
   */
  refusalMs({ socket }: IncomingMessage, requestsMax: number): number | undefined {
    const connection = this.#open.get(socket)
    const isFull = this.#waiting >= requestsMax || this.#inTurn > requestsMax
    const isRefused = isFull || connection?.isExcess === true
    // Of several requests in one packet, one is delayed. The others are answered behind it, so that Node
    // reads no more of them.
    const isAgain = isRefused && connection?.isRefused === true && connection.atWork === 1
    if (connection !== undefined) connection.isRefused = isRefused
    if (isAgain) return REFUSAL_MS + (this.#refusedAgain++ % REFUSAL_MS)
    return isRefused ? 0 : undefined
  }

  /** Counts a request whose response is awaited (`by` 1), or no longer is (-1). */
  addWaiting(by: 1 | -1): void {
    this.#waiting += by
  }

  /**
   * Whether the request that is still arriving was answered already. The client would take a second response
   * for that of its next request.
   */
  isAnswered(socket: Socket): boolean {
    return this.#open.get(socket)?.isAnsweredEarly === true
  }

  /** Closes the connection of a request after its response; data after the request is ignored. */
  endAfter(request: IncomingMessage): void {
    const connection = this.#open.get(request.socket)
    if (connection !== undefined) connection.final ??= request
  }

  /** Whether the request came after one that was passed to `endAfter`. */
  isIgnored(request: IncomingMessage): boolean {
    const final = this.#open.get(request.socket)?.final
    return final !== undefined && final !== request
  }

  /** Whether the response to the request is the last one of its connection. */
  isLast(request: IncomingMessage): boolean {
    if (this.#isDraining || this.#isClosing) return true
    const connection = this.#open.get(request.socket)
    return connection?.isExcess === true || connection?.final === request
  }

  /**
   * Counts a request as in progress until its response is finished or its connection is closed. Then `done`
   * is called with the status sent, or `undefined` if none was.
   */
  enter(
    request: IncomingMessage,
    response: ServerResponse,
    done: (status: number | undefined) => void,
  ): void {
    // A request that was dispatched without a connection (`HttpServer.dispatch`) has no entry.
    const connection = this.#open.get(request.socket)
    const own: Connection['last'] = { request, response }
    this.#traffic.addInFlight(1)
    if (connection !== undefined) {
      this.#count(connection)
      connection.before = connection.last?.response
      connection.last = own
    }
    // `close` is emitted once; `on` avoids the wrapper that `once` would create for every request.
    response.on('close', () => {
      this.#traffic.addInFlight(-1)
      if (connection !== undefined) {
        connection.atWork--
        if (!request.complete) connection.isAnsweredEarly = true
        // Otherwise an idle connection would keep both objects, and the API key with them, in memory.
        if (connection.atWork === 0) forget(connection)
      }
      done(response.headersSent ? response.statusCode : own.status)
    })
  }

  /**
   * Calls `step` after the responses to all requests that came before the invalid data, which is either a new
   * request or the rest of the last one. Node reports the data after that again; `step` is not called for it.
   */
  afterAnswers(socket: Socket, step: () => void): void {
    const connection = this.#open.get(socket)
    if (connection === undefined || connection.isBroken || connection.final?.complete === true) return
    connection.isBroken = true
    const { last, before, atWork } = connection
    const hasAnswer = last?.request.complete === true || last?.response.headersSent === true
    const ahead = hasAnswer ? last.response : before
    // A request that is still arriving is in progress, too, but has no response to wait for.
    if (ahead === undefined || atWork <= (hasAnswer ? 0 : 1)) step()
    else ahead.once('close', () => afterOpen(hasAnswer ? undefined : last?.response, step))
  }

  /**
   * Records the status with which the request that is still arriving was refused. Returns `false` if there is
   * none.
   */
  noteRefused(socket: Socket, status: number): boolean {
    const { atWork = 0, last } = this.#open.get(socket) ?? {}
    if (atWork === 0 || last === undefined || last.request.complete) return false
    last.status = status
    return true
  }

  /** Lets the body of a request take longer than the time limit, until `endUpload`. */
  beginUpload(request: IncomingMessage): void {
    const connection = this.#open.get(request.socket)
    if (connection !== undefined) connection.upload = request
  }

  /** Ends what `beginUpload` began; does nothing if it did not. */
  endUpload(request: IncomingMessage): void {
    const connection = this.#open.get(request.socket)
    if (connection?.upload === request) connection.upload = undefined
  }

  /** Whether the request that is arriving has no time limit. */
  isUploading(socket: Socket): boolean {
    return this.#open.get(socket)?.upload !== undefined
  }

  /** Answers a request that is arriving as Node does when its time is over. */
  timeOut({ socket }: IncomingMessage): void {
    const error = Object.assign(new Error('too slow'), { code: REQUEST_TIMEOUT_CODE })
    if (this.#open.has(socket)) this.#server.emit('clientError', error, socket)
  }

  /** Closes the connection of a request that was answered if its body has still not arrived after `ms`. */
  dropAfter(request: IncomingMessage, ms: number): void {
    if (request.complete || !this.#open.has(request.socket)) return
    setTimeout(() => request.complete || request.socket.destroy(), ms).unref()
  }

  /** Whether `drain` was called. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Ends each connection after its next response, so that a client sends later requests to another server. */
  drain(): void {
    this.#isDraining = true
  }

  /** Closes idle connections at once, and all others after `CLOSE_GRACE_MS`. */
  end(): void {
    this.#isClosing = true
    for (const [socket, { atWork }] of this.#open) if (atWork === 0) socket.destroy()
    setTimeout(() => this.#server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  }

  #count(connection: Connection): void {
    // A second request after a response shows that all connections of this turn were read: under load the
    // event loop may never finish its phase.
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

/** Calls `step` after a response that is being sent; at once if there is none. */
function afterOpen(response: ServerResponse | undefined, step: () => void): void {
  // The response to the request that is still arriving may have waited for the others.
  if (response?.headersSent === true && !response.closed) response.once('close', step)
  else step()
}

function forget(connection: Connection): void {
  connection.last = undefined
  connection.before = undefined
}
