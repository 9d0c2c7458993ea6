/** One guarded GET request with bounded redirects and timeouts. */
import { get as getHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { get as getHttps } from 'node:https'
import { DownloadFault } from '../../core/sources/source-files.ts'
import { limitInformational } from '../outbound/limit-informational.ts'
import type { OutboundGuard } from '../outbound/outbound-guard.ts'

/** Maximum number of redirects that are followed. */
export const REDIRECTS_MAX = 5
/** Time without a byte in either direction after which a request fails, in ms. */
export const IDLE_MS = 60_000
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308]

/** A response whose body is not read yet. */
export interface Response {
  readonly message: IncomingMessage
  /** Address that answered, after redirects. */
  readonly url: URL
}

/** How a request is limited. */
export interface GetLimits {
  readonly idleMs: number
  readonly signal: AbortSignal
}

/**
 * Sends a GET request and follows redirects. Every address is checked before it is used.
 *
 * @throws {DownloadFault} if an address is refused, or after too many redirects; else the error of the
 * connection.
 */
export async function get(
  guard: OutboundGuard,
  address: string,
  headers: OutgoingHttpHeaders,
  limits: GetLimits,
): Promise<Response> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const message = await getOnce(guard, url, headers, limits)
    if (!REDIRECTS.includes(message.statusCode)) return { message, url }
    message.destroy()
    const target = URL.parse(message.headers.location ?? '', url)
    if (target === null) throw new DownloadFault(`${url.origin} redirects to an invalid address.`)
    url = target
  }
  throw new DownloadFault(`The address redirects more than ${REDIRECTS_MAX} times.`)
}

function getOnce(
  guard: OutboundGuard,
  url: URL,
  headers: OutgoingHttpHeaders,
  { idleMs, signal }: GetLimits,
): Promise<IncomingMessage> {
  guard.check(url)
  const send = url.protocol === 'https:' ? getHttps : getHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { headers, signal, lookup: guard.lookupFor(url), agent: false, timeout: idleMs } as const
  const request = send(url, options, resolve)
  request.on('error', reject)
  limitInformational(request, reject)
  request.on('timeout', () => {
    request.destroy(new Error(`no data for ${Math.round(idleMs / 1000)} s`))
  })
  return promise
}
