/** A browser for API tests: stores cookies and sends the headers that browsers send. */
import assert from 'node:assert/strict'
import BetterSqlite from 'better-sqlite3'
import { COOKIES } from '../../src/core/accounts/cookie-names.ts'
import { linkToken } from '../../src/core/accounts/link.ts'
import type { Service } from './start-service.ts'
import { LINK_SECRET } from './test-secrets.ts'

/** A response as the browser received it. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  /** The body as JSON; an empty object without one. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects.
  readonly json: any
  /** As they came. */
  readonly setCookies: readonly string[]
}

/** A browser with its own cookies, which sends requests to the dashboard routes. */
export interface Browser {
  /** Names and values that are kept now. */
  readonly cookies: Map<string, string>
  /** `path`: what follows `/app/api`. */
  get(path: string): Promise<Answered>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Answered>
}

/** The headers and the address that identify a browser. */
export interface BrowserFacts {
  readonly address?: string
  readonly userAgent?: string
  readonly language?: string
}

/** Returns a browser without cookies. */
export function newBrowser(service: Service, facts: BrowserFacts = {}): Browser {
  const {
    address = '127.0.0.1',
    userAgent = 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
    language = 'de',
  } = facts
  const { publicUrl } = service.needs.site
  const cookies = new Map<string, string>()
  const send = async (method: 'GET' | 'POST', path: string, body?: object, more = {}): Promise<Answered> => {
    const response = await service.server.inject({
      method,
      url: `/app/api${path}`,
      remoteAddress: address,
      headers: {
        host: new URL(publicUrl).host,
        'user-agent': userAgent,
        'accept-language': language,
        'sec-fetch-site': 'same-origin',
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(method === 'POST' && { origin: publicUrl }),
        ...more,
      },
      ...(body !== undefined && { payload: body }),
    })
    const setCookies = [response.headers['set-cookie'] ?? []].flat()
    for (const text of setCookies) keep(cookies, text)
    const json = response.body === '' ? {} : response.json()
    return { status: response.statusCode, headers: response.headers, json, setCookies }
  }
  return {
    cookies,
    get: (path) => send('GET', path),
    post: (path, body = {}, headers = {}) => send('POST', path, body, headers),
  }
}

function keep(cookies: Map<string, string>, text: string): void {
  const [pair = '', ...attributes] = text.split(';').map((part) => part.trim())
  const cut = pair.indexOf('=')
  const name = pair.slice(0, cut)
  assert.ok(
    Object.values(COOKIES).some((own) => name === own || name === `__Host-${own}`),
    `cookie ${name}`,
  )
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, pair.slice(cut + 1))
}

/** The password of every person in the API tests. */
export const PASSWORD = 'sieben kleine Zwerge am Fluss'

/** The token of the latest link of that kind, which its e-mail would hold; `undefined`: there was none. */
export function tokenFor(service: Service, email: string, kind = 'sign_up'): string | undefined {
  const row = rowsOf<{ id: string; nonce: Buffer }>(
    service,
    'SELECT id, nonce FROM links WHERE email = ? AND kind = ? ORDER BY rowid DESC LIMIT 1',
    email,
    kind,
  )[0]
  return row === undefined ? undefined : linkToken(LINK_SECRET, row)
}

/** Rows of the accounts file. */
export function rowsOf<Row>(service: Service, sql: string, ...parameters: unknown[]): Row[] {
  const db = new BetterSqlite(service.accountsPath, { readonly: true })
  try {
    return db.prepare(sql).all(...parameters) as Row[]
  } finally {
    db.close()
  }
}

/** Signs in with a second browser. */
export async function signInAgain(service: Service, email: string, stay = false): Promise<Browser> {
  const browser = newBrowser(service)
  const { status, json } = await browser.post('/auth/sign-in', { email, password: PASSWORD, stay })
  assert.deepEqual([status, json.state], [200, 'signed_in'])
  return browser
}

/** Returns whether the browser is signed in. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get('/account/sessions')).status === 200
}

/** Signs up and confirms, and returns the signed-in browser. */
export async function signUpAndConfirm(
  service: Service,
  email: string,
  browser = newBrowser(service),
): Promise<Browser> {
  const asked = await browser.post('/auth/sign-up', { email, password: PASSWORD })
  if (asked.status !== 202) throw new Error(`sign-up: ${asked.status} ${JSON.stringify(asked.json)}`)
  const token = tokenFor(service, email)
  const done = await browser.post('/auth/sign-up/confirm', { token })
  if (done.status !== 200) throw new Error(`confirm: ${done.status} ${JSON.stringify(done.json)}`)
  return browser
}
