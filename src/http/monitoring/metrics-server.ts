/**
 * A server for `GET /metrics` on a separate port, without a token. Access is limited by who can reach the
 * port.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopbackName } from '../../core/accounts/site.ts'
import { METRICS_MEDIA } from './metrics-text.ts'

/** Only one or two scrapes run at a time. */
const CONNECTIONS_MAX = 32
const REQUEST_TIMEOUT_MS = 10_000

/** A listening metrics server. */
export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Source of the metrics text, and a callback for its errors, which are answered with 500, and for errors of
 * the server.
 */
export interface MetricsSource {
  read(): Promise<string>
  failed(error: unknown): void
}

/**
 * Starts a metrics server and resolves when it listens. `port` 0 takes any free port.
 *
 * @throws The error of the operating system if it cannot listen.
 */
export function listenForMetrics(host: string, port: number, source: MetricsSource): Promise<MetricsServer> {
  const isOurs = isLoopbackName(host) ? isLoopbackHost : () => true
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (request, response) => {
    const { status, body = '' } = isOurs(request) ? await answerTo(request, source) : { status: 421 }
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
  // Not removed after listening: a connection that the operating system cannot hand over is an error of the
  // server, too.
  server.on('error', (error) => (server.listening ? source.failed(error) : reject(error)))
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

/**
 * Whether the `Host` is a loopback name. A foreign page whose name resolves to this address (DNS rebinding)
 * sends its own name.
 */
function isLoopbackHost({ headers: { host = '' } }: IncomingMessage): boolean {
  return isLoopbackName(host.toLowerCase().replace(/:\d+$/, ''))
}

/**
 * Whether the connection must be closed after this request: Node may drop the data after it or parse it
 * wrongly.
 */
function isLast({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined || headers['transfer-encoding'] !== undefined
}

/** Never rejects, because no caller catches it. */
async function answerTo(
  { url, method }: IncomingMessage,
  source: MetricsSource,
): Promise<{ status: number; body?: string }> {
  if (url?.split('?')[0] !== '/metrics') return { status: 404 }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405 }
  try {
    return { status: 200, body: await source.read() }
  } catch (error) {
    source.failed(error)
    return { status: 500 }
  }
}
