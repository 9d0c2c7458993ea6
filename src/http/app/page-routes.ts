/**
 * Pages of the dashboard, each with its own nonce. All pages are one of the same few files; a script shows
 * the content.
 */

import { z } from 'zod'
import { isLoopbackName, type Site } from '../../core/accounts/site.ts'
import { Failure } from '../../core/failure.ts'
import { dashboardPolicy, NONCE_BYTES, PAGE_HEADERS } from '../protocol/csp.ts'
import { type Entry, NONCE_MARK } from '../request/dashboard-files.ts'
import { lookOf } from '../request/reader-preferences.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { findSession, hostOf, sentHost } from '../request/session-guard.ts'
import { frontPage, notBuiltPage, otherHostPage } from './front-page.ts'
import { APP_PAGES, SEARCH_PAGES } from './page-paths.ts'

/** Chooses the entry for a visitor; `undefined`: the page without script. */
type ChooseEntry = (isSignedIn: boolean, site: Site) => Entry | undefined

const home: ChooseEntry = (isSignedIn, { publicSearch }) =>
  isSignedIn ? 'app' : publicSearch ? 'search' : undefined
const search: ChooseEntry = (isSignedIn, { publicSearch }) => (!isSignedIn && publicSearch ? 'search' : 'app')
const app: ChooseEntry = () => 'app'

/** All pages of the dashboard. */
export const PAGE_ROUTES: readonly Route[] = [
  pageRoute('/', home),
  ...SEARCH_PAGES.map((path) => pageRoute(path, search)),
  ...APP_PAGES.map((path) => pageRoute(path, app)),
]

function pageRoute(path: string, choose: ChooseEntry): Route {
  return defineRoute({
    id: `page:${path}`,
    method: 'GET',
    path,
    access: 'public',
    costTenths: 0,
    produces: ['text/html'],
    query: z.looseObject({}),
    async answer(needs, call) {
      const elsewhere = await otherHostAnswer(needs, call)
      if (elsewhere !== undefined) return elsewhere
      if (needs.dashboard.entry('app') === undefined) return notBuiltPage(await lookOf(needs, call.headers))
      const hasSession = await isSignedIn(needs, call.headers.cookie)
      const entry = choose(hasSession, needs.site)
      return entry === undefined ? frontAnswer(needs, call) : entryAnswer(needs, call, entry)
    },
  })
}

/**
 * Returns the app with status 404 for an unknown path if the visitor is signed in; `undefined` for others.
 */
export async function unknownPathPage(
  needs: HttpNeeds,
  call: Pick<Call, 'headers'>,
): Promise<Answer | undefined> {
  const isBuilt = needs.dashboard.entry('app') !== undefined
  if (!isBuilt || !(await isSignedIn(needs, call.headers.cookie))) return undefined
  return { ...(await entryAnswer(needs, call, 'app')), status: 404 }
}

/**
 * Whether the visitor is signed in; also true if accounts cannot be read, because the app then shows the
 * error.
 */
async function isSignedIn(needs: HttpNeeds, cookies: string | undefined): Promise<boolean> {
  try {
    return (await findSession(needs, cookies)) !== undefined
  } catch (error) {
    if (error instanceof Failure) return true
    throw error
  }
}

/**
 * Returns a response for requests with another host name than that of PUBLIC_URL; `undefined` if the page may
 * be shown. If PUBLIC_URL is a loopback name, other loopback names are redirected to it: cookies and passkeys
 * are bound to one name, and `127.0.0.1` cannot have passkeys. If PUBLIC_URL is a public name, other names
 * get an error page, except loopback names, by which the operator can reach the pages.
 */
async function otherHostAnswer(needs: HttpNeeds, { headers, target }: Call): Promise<Answer | undefined> {
  const { site } = needs
  const host = sentHost(site, headers.host)
  const own = hostOf(site)
  if (host === own) return undefined
  const isHere = isLoopbackName(nameOf(host))
  if (!isLoopbackName(nameOf(own))) {
    return isHere ? undefined : otherHostPage(await lookOf(needs, headers), site)
  }
  if (!isHere || portOf(host) !== portOf(own)) return undefined
  return {
    status: 307,
    headers: { location: site.publicUrl + target, 'cache-control': 'no-store' },
    body: undefined,
  }
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}

function portOf(host: string): string {
  return host.slice(nameOf(host).length)
}

async function frontAnswer(needs: HttpNeeds, { headers }: Call): Promise<Answer> {
  const page = frontPage(await lookOf(needs, headers), needs.site)
  return {
    ...page,
    headers: { ...page.headers, ...PAGE_HEADERS, 'cache-control': 'no-store' },
  }
}

async function entryAnswer(
  needs: HttpNeeds,
  { headers }: Pick<Call, 'headers'>,
  entry: Entry,
): Promise<Answer> {
  const { dashboard, secrets } = needs
  const html = dashboard.entry(entry)
  if (html === undefined) return notBuiltPage(await lookOf(needs, headers))
  const nonce = Buffer.from(secrets.bytes(NONCE_BYTES)).toString('base64')
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': dashboardPolicy(nonce),
      ...PAGE_HEADERS,
    },
    body: html.replaceAll(NONCE_MARK, nonce),
  }
}
