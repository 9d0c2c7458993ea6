/** The address of the client that sent a request. */
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * Returns a function that maps a request to its client's address. `trusted` lists addresses or networks
 * (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` is used; if it is empty, the header is ignored.
 */
export function clientAddresses(trusted: readonly string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile([...trusted])
  return (request) => proxyAddr(request, isTrusted) ?? ''
}
