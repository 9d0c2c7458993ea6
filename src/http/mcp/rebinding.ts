/** The protection against DNS rebinding that the protocol requires. */

import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { isLoopbackName, type Site } from '../../core/accounts/site.ts'
import { Refusal } from '../request/refusal.ts'

/**
 * Refuses a request of a page whose own host name was pointed to this server: the browser then takes the server for
 * the page's own and applies no rules for other origins. Such a request has an `Origin` with the host of `Host`,
 * which is neither that of PUBLIC_URL nor a name that nobody else can give away (an address, `localhost`). Pages of
 * other origins may call the API: they need a key, and CORS allows them all.
 *
 * @throws {Refusal} `forbidden`.
 */
export function checkRebinding({ publicUrl }: Pick<Site, 'publicUrl'>, headers: IncomingHttpHeaders): void {
  const { origin, host = '' } = headers
  if (origin === undefined) return
  const own = hostnameOf(publicUrl)
  const [page, asked] = [hostnameOf(origin), hostnameOf(`http://${host}`)]
  if (page !== asked || asked === own || asked === undefined || isOwnName(asked)) return
  throw new Refusal('forbidden', 'a page of a foreign name that points to this server')
}

function isOwnName(hostname: string): boolean {
  return isLoopbackName(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
