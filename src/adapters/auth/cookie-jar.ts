import { createHmac } from 'node:crypto'
import type { Visitor } from '../../core/accounts/browser.ts'
import { COOKIES, type Cookie, cookieName, cookieValue } from '../../core/accounts/cookie-names.ts'
import { signedToken, signToken } from '../../core/accounts/session-cookie.ts'
import type { AuthNeeds } from './options.ts'

/** Converts the dashboard's cookies between our names and signatures and the library's, for one address. */
export class CookieJar {
  readonly #isSecure: boolean
  readonly #names: ReadonlySet<string>
  readonly #secrets: Pick<AuthNeeds, 'secret' | 'sessionSecret'>

  constructor({
    publicUrl,
    secret,
    sessionSecret,
  }: Pick<AuthNeeds, 'publicUrl' | 'secret' | 'sessionSecret'>) {
    this.#secrets = { secret, sessionSecret }
    this.#isSecure = publicUrl.protocol === 'https:'
    const cookies = Object.keys(COOKIES) as Cookie[]
    this.#names = new Set(cookies.map((cookie) => cookieName(cookie, this.#isSecure)))
  }

  /**
   * Returns the `Set-Cookie` values that belong to us; the library also expires cookies that it does not use
   * here.
   */
  ours(headers: Headers | null): readonly string[] {
    const all = headers?.getSetCookie() ?? []
    return all.filter((value) => this.#names.has(nameOf(value))).map((value) => this.#withOwnSignature(value))
  }

  /**
   * Returns the `Cookie` header as the library expects it: the session's cookie with the library's signature,
   * or left out if our signature is not valid.
   */
  forLibrary(visitor: Visitor): string {
    const name = cookieName('session', this.#isSecure)
    const token = signedToken(this.#secrets.sessionSecret, cookieValue(visitor.cookies, name))
    const { cookies } = this.without(visitor, 'session')
    if (token === undefined) return cookies
    const pair = `${name}=${encodeURIComponent(`${token}.${librarySignature(this.#secrets.secret, token)}`)}`
    return cookies === '' ? pair : `${cookies}; ${pair}`
  }

  /** Returns the visitor without one cookie. */
  without(visitor: Visitor, cookie: Cookie): Visitor {
    const name = cookieName(cookie, this.#isSecure)
    const rest = visitor.cookies.split(';').filter((pair) => nameOf(pair) !== name)
    return { ...visitor, cookies: rest.join(';').trim() }
  }

  /** Returns a `Set-Cookie` value that deletes the cookie. */
  gone(cookie: Cookie): string {
    const secure = this.#isSecure ? '; Secure' : ''
    return `${cookieName(cookie, this.#isSecure)}=; Max-Age=0; Path=/; HttpOnly${secure}; SameSite=Lax`
  }

  /**
   * Returns a `Set-Cookie` value of the library; for a session, with our signature in place of the library's.
   */
  #withOwnSignature(setCookie: string): string {
    const [pair = '', ...attributes] = setCookie.split(';')
    const name = nameOf(pair)
    if (name !== cookieName('session', this.#isSecure)) return setCookie
    const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1))
    // A cookie without a value is being deleted.
    if (value === '') return setCookie
    const token = value.slice(0, value.lastIndexOf('.'))
    return [`${name}=${signToken(this.#secrets.sessionSecret, token)}`, ...attributes].join(';')
  }
}

/** Signs a token as the library signs cookies. */
function librarySignature(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64')
}

function nameOf(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf('='))).trim()
}
