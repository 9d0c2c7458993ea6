/** Finds the address of the client behind a request. */
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * A function from request to address. `trusted`: addresses or networks (`10.0.0.0/8`) of proxies whose
 * `X-Forwarded-For` is believed; empty = nobody's.
 */
export function clientAddresses(trusted: readonly string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile([...trusted])
  return (request) => proxyAddr(request, isTrusted) ?? ''
}
