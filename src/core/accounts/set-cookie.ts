import { type Cookie, cookieName } from './cookie-names.ts'
import type { Site } from './site.ts'

function isSecure({ publicUrl }: Pick<Site, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:')
}

/** Returns a `Set-Cookie` value; `maxAgeS` 0 deletes the cookie. `value` must need no encoding. */
export function setCookie(
  site: Pick<Site, 'publicUrl'>,
  cookie: Cookie,
  value: string,
  maxAgeS: number,
): string {
  const secure = isSecure(site) ? '; Secure' : ''
  const name = cookieName(cookie, isSecure(site))
  return `${name}=${value}; Max-Age=${maxAgeS}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

/** Returns the name of a cookie as it is sent at the site. */
export function cookieNameAt(site: Pick<Site, 'publicUrl'>, cookie: Cookie): string {
  return cookieName(cookie, isSecure(site))
}
