/** `GET /metrics` on a port of its own, without a token: for whoever can reach that port. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { METRICS_MEDIA } from './metrics-text.ts'

/** A scrape or two at a time is all that comes here. */
const CONNECTIONS_MAX = 32
const REQUEST_TIMEOUT_MS = 10_000

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Resolves when it listens. `port` 0 takes any free one. @throws Error of the system when it cannot listen. */
export function listenForMetrics(host: string, port: number, read: () => string): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const { status, body = '' } = answerTo(request, read)
    response.writeHead(status, {
      'content-type': METRICS_MEDIA,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      ...(status === 405 && { allow: 'GET, HEAD' }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  server.maxConnections = CONNECTIONS_MAX
  const { promise, resolve, reject } = Promise.withResolvers<MetricsServer>()
  server.once('error', reject)
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

function answerTo({ url, method }: IncomingMessage, read: () => string): { status: number; body?: string } {
  if (url?.split('?')[0] !== '/metrics') return { status: 404 }
  return method === 'GET' || method === 'HEAD' ? { status: 200, body: read() } : { status: 405 }
}
