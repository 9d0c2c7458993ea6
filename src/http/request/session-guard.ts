/**
 * Checks for routes of the dashboard, after path and method are known and before the body's type is checked.
 * Browsers send cookies with requests that the user did not intend, so the origin is checked first.
 */

import type { SessionView } from '../../core/accounts/account-reader.ts'
import { cookieName, cookieValue } from '../../core/accounts/cookie-names.ts'
import { isAlive, provenUntilMs, SEEN_EVERY_MS } from '../../core/accounts/session.ts'
import { signedToken } from '../../core/accounts/session-cookie.ts'
import { isInsecure, type Site } from '../../core/accounts/site.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import { Failure } from '../../core/failure.ts'
import { type Account, isOpen } from '../../core/identity/account.ts'
import type { RequestContext } from './request-context.ts'
import type { AppAccess, HttpNeeds } from './route.ts'
import { admitVisitor } from './visitor-charge.ts'

/** One check. It throws a `Failure` or returns; a promise of it if a port answers with one. */
type Check = (needs: HttpNeeds, context: RequestContext) => Awaitable<void>

/** The checks in their order. */
export const APP_CHECKS: readonly Check[] = [
  checkHostName,
  checkCrossSite,
  checkInsecure,
  checkSession,
  checkProof,
  (needs, context) => admitVisitor(needs, context, needs.site),
]

/** Returns the session of the cookie in these headers; `undefined` if there is none or it has ended. */
export async function findSession(
  needs: Pick<HttpNeeds, 'secrets' | 'accountReader' | 'clock' | 'sessionSecret' | 'site'>,
  cookies: string | undefined,
): Promise<SessionView | undefined> {
  const value = cookieValue(cookies, cookieName('session', isSecure(needs.site)))
  const token = signedToken(needs.sessionSecret, value)
  if (token === undefined) return undefined
  const hash = Buffer.from(needs.secrets.sha256(token)).toString('base64url')
  const view = await needs.accountReader.session(hash)
  const isGood = view !== undefined && isAlive(view.session, needs.clock.nowMs()) && isOpen(view.account)
  return isGood ? view : undefined
}

/** Whether cookies are sent over https only; a server with a plain http address cannot do that. */
export function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith('https:')
}

/**
 * Refuses a `Host` other than that of PUBLIC_URL, against DNS rebinding and foreign names that point to this
 * server.
 */
function checkHostName({ site }: HttpNeeds, { headers }: RequestContext): void {
  if (sentHost(site, headers.host) === hostOf(site)) return
  throw new Failure('invalid_request', 'another Host than that of PUBLIC_URL', [], 'wrong_host')
}

/**
 * Checks `Origin` and `Sec-Fetch-Site`. A request that changes something must come from a page of this
 * server; GET and HEAD must not come from another site.
 */
function checkCrossSite({ site }: HttpNeeds, { method, headers }: RequestContext): void {
  const { origin, 'sec-fetch-site': from } = headers
  const isLook = method === 'GET' || method === 'HEAD'
  const isOurs = isLook ? from === undefined || isOwnSite(from) : isOwnOrigin(site, origin, from)
  if (!isOurs) throw new Failure('forbidden', 'not from our own pages', [], 'cross_site')
}

/** `none` means that the address was typed into the address bar. */
function isOwnSite(from: unknown): boolean {
  return from === 'same-origin' || from === 'none'
}

function isOwnOrigin(site: Site, origin: string | undefined, from: unknown): boolean {
  return origin === site.publicUrl && (from === undefined || from === 'same-origin')
}

function checkInsecure({ site }: HttpNeeds, { method }: RequestContext): void {
  if (method !== 'POST' || !isInsecure(site)) return
  throw new Failure('forbidden', 'PUBLIC_URL is plain http', [], 'insecure_url')
}

/**
 * Checks the session.
 *
 * @throws {Failure} `unauthorized` without a session, `not_found` for a non-operator on an operator's route.
 */
async function checkSession(needs: HttpNeeds, context: RequestContext): Promise<void> {
  const { app } = accessOf(context)
  context.signedIn = await findSession(needs, context.headers.cookie)
  if (context.signedIn !== undefined) noteSeen(needs, context.signedIn)
  if (isLetIn(app, context.signedIn?.account, needs.site)) return
  // A 404 hides which paths operators have.
  if (app === 'operator' && context.signedIn !== undefined) throw new Failure('not_found', 'unknown path')
  throw new Failure('unauthorized', 'nobody is signed in', [], 'signed_out')
}

function isLetIn(app: AppAccess['app'], account: Account | undefined, site: Site): boolean {
  if (app === 'anyone' || (app === 'visitor' && site.publicSearch)) return true
  return account !== undefined && (app !== 'operator' || account.role === 'operator')
}

/** Updates the session's last use, without waiting. A failure does not affect the request. */
function noteSeen({ sendCommand, clock }: HttpNeeds, { session }: SessionView): void {
  if (clock.nowMs() - session.seenAtMs < SEEN_EVERY_MS) return
  sendCommand('seeSession', { id: session.id }).catch(() => undefined)
}

function checkProof({ clock }: HttpNeeds, context: RequestContext): void {
  const { signedIn } = context
  if (accessOf(context).isProofNeeded === undefined || signedIn === undefined) return
  if (provenUntilMs(signedIn.session, clock.nowMs()) !== undefined) return
  throw new Failure('forbidden', 're-authentication is required', [], 'proof_needed')
}

/** Returns the access of a route of the dashboard; these checks run for such routes only. */
function accessOf({ route }: RequestContext): AppAccess {
  return route!.access as AppAccess
}

/** Returns name and port as a browser writes them into `Host` for PUBLIC_URL. */
export function hostOf({ publicUrl }: Site): string {
  return publicUrl.slice(publicUrl.indexOf('//') + 2)
}

/**
 * Returns the `Host` of a request in the same form: some proxies add the scheme's default port, which
 * browsers leave out.
 */
export function sentHost(site: Site, host = ''): string {
  return host.toLowerCase().replace(isSecure(site) ? /:443$/ : /:80$/, '')
}
