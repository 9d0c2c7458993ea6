/**
 * The order of refusals on routes of the dashboard, after path and method were found and before the form of the body is
 * looked at. A cookie comes along whether its owner meant the request or not, so where it comes from is asked first.
 */

import type { SessionView } from '../../core/accounts/account-reader.ts'
import { cookieName, cookieValue } from '../../core/accounts/cookie-names.ts'
import { isAlive, provenUntilMs, SEEN_EVERY_MS } from '../../core/accounts/session.ts'
import { signedToken } from '../../core/accounts/session-cookie.ts'
import { isInsecure, type Site } from '../../core/accounts/site.ts'
import { Failure } from '../../core/failure.ts'
import { type Account, isOpen } from '../../core/identity/account.ts'
import type { RequestContext } from './request-context.ts'
import type { AppAccess, HttpNeeds } from './route.ts'
import { admitVisitor } from './visitor-charge.ts'

/** One step: throws a `Failure`, or lets pass. */
type Check = (needs: HttpNeeds, context: RequestContext) => void

export const APP_CHECKS: readonly Check[] = [
  checkHostName,
  checkCrossSite,
  checkInsecure,
  checkSession,
  checkProof,
  (needs, context) => admitVisitor(needs, context, needs.site),
]

/** Who is signed in by the cookie of these headers; `undefined`: nobody, or the session is over. */
export function findSession(
  needs: Pick<HttpNeeds, 'secrets' | 'accountReader' | 'clock' | 'sessionSecret' | 'site'>,
  cookies: string | undefined,
): SessionView | undefined {
  const value = cookieValue(cookies, cookieName('session', isSecure(needs.site)))
  const token = signedToken(needs.sessionSecret, value)
  if (token === undefined) return undefined
  const hash = Buffer.from(needs.secrets.sha256(token)).toString('base64url')
  const view = needs.accountReader.session(hash)
  const isGood = view !== undefined && isAlive(view.session, needs.clock.nowMs()) && isOpen(view.account)
  return isGood ? view : undefined
}

/** Cookies go over https only; over plain http on this machine they cannot. */
export function isSecure({ publicUrl }: Site): boolean {
  return publicUrl.startsWith('https:')
}

/** A name of ours that leads to another's server, or another's name that leads to ours, is no way in. */
function checkHostName({ site }: HttpNeeds, { headers }: RequestContext): void {
  if (askedHost(site, headers.host) === hostOf(site)) return
  throw new Failure('invalid_request', 'another Host than that of PUBLIC_URL', [], 'wrong_host')
}

/** Browsers say where a request comes from. What changes something must come from our own pages; others may not even look. */
function checkCrossSite({ site }: HttpNeeds, { method, headers }: RequestContext): void {
  const { origin, 'sec-fetch-site': from } = headers
  const isLook = method === 'GET' || method === 'HEAD'
  const isOurs = isLook ? from === undefined || isOwnSite(from) : isOwnOrigin(site, origin, from)
  if (!isOurs) throw new Failure('forbidden', 'not from our own pages', [], 'cross_site')
}

/** `none`: typed into the address bar. */
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

/** @throws Failure `unauthorized` without a session, `not_found` where only operators are let in. */
function checkSession(needs: HttpNeeds, context: RequestContext): void {
  const { app } = accessOf(context)
  context.signedIn = findSession(needs, context.headers.cookie)
  if (context.signedIn !== undefined) noteSeen(needs, context.signedIn)
  if (isLetIn(app, context.signedIn?.account, needs.site)) return
  // Whoever is no operator is not told which paths operators have.
  if (app === 'operator' && context.signedIn !== undefined) throw new Failure('not_found', 'unknown path')
  throw new Failure('unauthorized', 'nobody is signed in', [], 'signed_out')
}

function isLetIn(app: AppAccess['app'], account: Account | undefined, site: Site): boolean {
  if (app === 'anyone' || (app === 'visitor' && site.publicSearch)) return true
  return account !== undefined && (app !== 'operator' || account.role === 'operator')
}

/** Nobody waits for the note, and the request is good without it. */
function noteSeen({ ask, clock }: HttpNeeds, { session }: SessionView): void {
  if (clock.nowMs() - session.seenAtMs < SEEN_EVERY_MS) return
  ask('seeSession', { id: session.id }).catch(() => undefined)
}

function checkProof({ clock }: HttpNeeds, context: RequestContext): void {
  const { signedIn } = context
  if (accessOf(context).isProofNeeded === undefined || signedIn === undefined) return
  if (provenUntilMs(signedIn.session, clock.nowMs()) !== undefined) return
  throw new Failure('forbidden', 'the password must be asked first', [], 'proof_needed')
}

/** These checks are for routes of the dashboard only. */
function accessOf({ route }: RequestContext): AppAccess {
  return route!.access as AppAccess
}

/** Name and port, as a browser that asks at PUBLIC_URL writes them into `Host`. */
export function hostOf({ publicUrl }: Site): string {
  return publicUrl.slice(publicUrl.indexOf('//') + 2)
}

/** What a request has in `Host`, in the same form: some proxies write the port of the scheme, which browsers leave out. */
export function askedHost(site: Site, host = ''): string {
  return host.toLowerCase().replace(isSecure(site) ? /:443$/ : /:80$/, '')
}
