/** `GET /metrics` on a port of its own, without a token: for whoever can reach that port. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopbackName } from '../../core/accounts/site.ts'
import { METRICS_MEDIA } from './metrics-text.ts'

/** A scrape or two at a time is all that comes here. */
const CONNECTIONS_MAX = 32
const REQUEST_TIMEOUT_MS = 10_000

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** What is told: the metrics as text, and to whom when that throws, which is answered 500. */
export interface MetricsTold {
  read(): string
  failed(error: unknown): void
}

/** Resolves when it listens. `port` 0 takes any free one. @throws Error of the system when it cannot listen. */
export function listenForMetrics(host: string, port: number, told: MetricsTold): Promise<MetricsServer> {
  const isOurs = isLoopbackName(host) ? isLoopbackHost : () => true
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const { status, body = '' } = isOurs(request) ? answerTo(request, told) : { status: 421 }
    response.writeHead(status, {
      'content-type': METRICS_MEDIA,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      ...(status === 405 && { allow: 'GET, HEAD' }),
      ...(isLast(request) && { connection: 'close' }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  server.maxConnections = CONNECTIONS_MAX
  const { promise, resolve, reject } = Promise.withResolvers<MetricsServer>()
  // It stays: a connection that the system cannot hand over is an error of the server, too.
  server.on('error', (error) => (server.listening ? told.failed(error) : reject(error)))
  server.listen({ host, port }, () => {
    const close = () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    resolve({ port: (server.address() as AddressInfo).port, close })
  })
  return promise
}

/** A page of another's, whose name was made to lead here, comes under that name. */
function isLoopbackHost({ headers: { host = '' } }: IncomingMessage): boolean {
  return isLoopbackName(host.toLowerCase().replace(/:\d+$/, ''))
}

/** What follows such a request on its connection may be dropped by Node, or be read as another one than it is. */
function isLast({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined || headers['transfer-encoding'] !== undefined
}

function answerTo({ url, method }: IncomingMessage, told: MetricsTold): { status: number; body?: string } {
  if (url?.split('?')[0] !== '/metrics') return { status: 404 }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405 }
  try {
    return { status: 200, body: told.read() }
  } catch (error) {
    told.failed(error)
    return { status: 500 }
  }
}
