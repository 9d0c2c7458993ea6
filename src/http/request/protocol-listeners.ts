/**
 * Listeners for the events of a server that are not requests: timeouts, parser errors, `Expect`, `CONNECT`.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FailureCode } from '../../core/failure.ts'
import type { TrafficMeter } from '../../core/usage/traffic.ts'
import { type Connections, REQUEST_TIMEOUT_CODE } from './connections.ts'
import { statusOf } from './error-catalogue.ts'
import { answerOnSocket, type ParserError, protocolFailure } from './malformed-request.ts'

/**
 * How long a client has to read why its connection ends. Without this limit, data that it keeps sending would
 * keep the connection open.
 */
const LAST_WORD_MS = 2000

/**
 * Destroys a connection on timeout if its client does not read the response, if it was kept for a next
 * request that did not come, or if only the client keeps it open. A client that is slow to send is not
 * affected: the request timeout of Node answers it first.
 */
export function destroyStalledConnections(server: Server): void {
  server.on('timeout', (socket: Socket) => {
    // Node sets another timeout while it keeps a connection for the next request.
    const isKept = socket.timeout !== server.timeout
    if (isKept || socket.writableLength > 0 || !socket.writable) socket.destroy()
    else socket.setTimeout(server.timeout)
  })
}

/** Answers requests for which Node emits no `request` event: parser errors, `Expect` and `CONNECT`. */
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
    // Data after the last request of a connection is not read; that request is still to be answered.
    if (['ECONNRESET', 'HPE_CLOSED_CONNECTION'].includes(error.code ?? '') || socket.destroyed) return
    // An upload has a least rate instead. Node reports each request once, so it goes on undisturbed.
    if (error.code === REQUEST_TIMEOUT_CODE && connections.isUploading(socket)) return
    refuse(socket, protocolFailure(error))
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage) => {
    refuse(request.socket, 'expectation_failed', request)
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // Node has removed its listeners from the socket here: without this one, an error such as a lost client
    // would end the thread.
    socket.on('error', () => {})
    refuse(socket, 'invalid_request', request)
  })
}
