/** The pages of the dashboard, each with a nonce of its own. They are all the same few files; the script shows the rest. */

import { isLoopbackName, type Site } from '../../core/accounts/site.ts'
import { Failure } from '../../core/failure.ts'
import { dashboardPolicy, NONCE_BYTES, PAGE_HEADERS } from '../protocol/csp.ts'
import { type Entry, NONCE_MARK } from '../request/dashboard-files.ts'
import { lookOf } from '../request/reader-preferences.ts'
import type { Answer, Call, HttpNeeds, Route } from '../request/route.ts'
import { askedHost, findSession, hostOf } from '../request/session-guard.ts'
import { elsewherePage, frontPage, notBuiltPage } from './front-page.ts'
import { APP_PAGES, SEARCH_PAGES } from './page-paths.ts'
import { PAGE_ROUTE } from './page-route.ts'

/** Which entry somebody gets; `undefined`: the page without script. */
type ChooseEntry = (isSignedIn: boolean, site: Site) => Entry | undefined

const home: ChooseEntry = (isSignedIn, { publicSearch }) =>
  isSignedIn ? 'app' : publicSearch ? 'search' : undefined
const search: ChooseEntry = (isSignedIn, { publicSearch }) => (!isSignedIn && publicSearch ? 'search' : 'app')
const app: ChooseEntry = () => 'app'

export const PAGE_ROUTES: readonly Route[] = [
  pageRoute('/', home),
  ...SEARCH_PAGES.map((path) => pageRoute(path, search)),
  ...APP_PAGES.map((path) => pageRoute(path, app)),
]

function pageRoute(path: string, choose: ChooseEntry): Route {
  return {
    ...PAGE_ROUTE,
    id: `page:${path}`,
    path,
    example: path,
    summary: { de: `Seite ${path}`, en: `Page ${path}` },
    answer(needs, call) {
      const elsewhere = elsewhereOf(needs, call)
      if (elsewhere !== undefined) return elsewhere
      if (needs.dashboard.entry('app') === undefined) return notBuiltPage(lookOf(needs, call.headers))
      const isSignedIn = looksSignedIn(needs, call.headers.cookie)
      const entry = choose(isSignedIn, needs.site)
      return entry === undefined ? frontAnswer(needs, call) : entryAnswer(needs, call, entry)
    },
  }
}

/** In place of a page that is not there, whoever is signed in keeps the frame of the app; `undefined` for others. */
export function lostPage(needs: HttpNeeds, call: Pick<Call, 'headers'>): Answer | undefined {
  const isBuilt = needs.dashboard.entry('app') !== undefined
  if (!isBuilt || !looksSignedIn(needs, call.headers.cookie)) return undefined
  return { ...entryAnswer(needs, call, 'app'), status: 404 }
}

/** Where accounts cannot be read the app comes, and says so with words of its own. */
function looksSignedIn(needs: HttpNeeds, cookies: string | undefined): boolean {
  try {
    return findSession(needs, cookies) !== undefined
  } catch (error) {
    if (error instanceof Failure) return true
    throw error
  }
}

/**
 * On this machine one name serves all: cookies and passkeys have one home, and `127.0.0.1` can have no passkey. A service with a
 * public name shows nothing under any other; by its names on this machine its operator sees the pages all the same.
 */
function elsewhereOf(needs: HttpNeeds, { headers, target }: Call): Answer | undefined {
  const { site } = needs
  const host = askedHost(site, headers.host)
  const own = hostOf(site)
  if (host === own) return undefined
  const isHere = isLoopbackName(nameOf(host))
  if (!isLoopbackName(nameOf(own))) {
    return isHere ? undefined : elsewherePage(lookOf(needs, headers), site)
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

function frontAnswer(needs: HttpNeeds, { headers }: Call): Answer {
  const page = frontPage(lookOf(needs, headers), needs.site)
  return {
    ...page,
    headers: { ...page.headers, ...PAGE_HEADERS, 'cache-control': 'no-store' },
  }
}

function entryAnswer(needs: HttpNeeds, { headers }: Pick<Call, 'headers'>, entry: Entry): Answer {
  const { dashboard, secrets } = needs
  const html = dashboard.entry(entry)
  if (html === undefined) return notBuiltPage(lookOf(needs, headers))
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
