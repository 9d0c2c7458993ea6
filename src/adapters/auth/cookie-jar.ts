import type { Visitor } from '../../core/accounts/browser.ts'
import { COOKIES, type Cookie, cookieName } from '../../core/accounts/cookie-names.ts'

/** The dashboard's cookies under the names that they have at one address. */
export class CookieJar {
  readonly #isSecure: boolean
  readonly #names: ReadonlySet<string>

  constructor(publicUrl: URL) {
    this.#isSecure = publicUrl.protocol === 'https:'
    const cookies = Object.keys(COOKIES) as Cookie[]
    this.#names = new Set(cookies.map((cookie) => cookieName(cookie, this.#isSecure)))
  }

  /** The `Set-Cookie` values that are of ours; the library also expires some that it was told not to use. */
  ours(headers: Headers | null): readonly string[] {
    const all = headers?.getSetCookie() ?? []
    return all.filter((value) => this.#names.has(nameOf(value)))
  }

  /** The browser as if it had not that cookie. */
  without(visitor: Visitor, cookie: Cookie): Visitor {
    const name = cookieName(cookie, this.#isSecure)
    const rest = visitor.cookies.split(';').filter((pair) => nameOf(pair) !== name)
    return { ...visitor, cookies: rest.join(';').trim() }
  }

  /** A `Set-Cookie` value that takes the cookie away. */
  gone(cookie: Cookie): string {
    const secure = this.#isSecure ? '; Secure' : ''
    return `${cookieName(cookie, this.#isSecure)}=; Max-Age=0; Path=/; HttpOnly${secure}; SameSite=Lax`
  }
}

function nameOf(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf('='))).trim()
}
