/** Names of all cookies of the dashboard: those of sign-in, and those of display choices. */

/** Names of the sign-in cookies, without a prefix. */
export const COOKIES = {
  /** The session: its token, a dot, and a signature. */
  session: 'fs_session',
  /** Marks a session that ends with the browser. */
  stay: 'fs_stay',
  /** The state between password and second factor. */
  factor: 'fs_factor',
  /** The challenge while a passkey is used or created. */
  passkey: 'fs_passkey',
  /** The browser that signed up. */
  signUp: 'fs_signup',
} as const
/** One of the keys of `COOKIES`. */
export type Cookie = keyof typeof COOKIES

/**
 * Names of the cookies for display choices of all pages. Each value is from a closed list; scripts read and
 * write them as well.
 */
export const CHOICE_COOKIES = { language: 'fs_language', colours: 'fs_colours' } as const
/** One of the keys of `CHOICE_COOKIES`. */
export type ChoiceCookie = keyof typeof CHOICE_COOKIES

/** How long a browser keeps a choice. */
export const CHOICE_MAX_AGE_S = 31_536_000

/** Returns the name of a choice cookie as it is sent, with the same prefix as `cookieName`. */
export function choiceCookieName(choice: ChoiceCookie, isSecure: boolean): string {
  return isSecure ? `__Host-${CHOICE_COOKIES[choice]}` : CHOICE_COOKIES[choice]
}

/**
 * Returns the name of a cookie as it is sent. Over https it starts with `__Host-`: browsers accept such a
 * cookie only from this host and only with `Secure` and `Path=/`. Over plain http browsers refuse the prefix.
 */
export function cookieName(cookie: Cookie, isSecure: boolean): string {
  return isSecure ? `__Host-${COOKIES[cookie]}` : COOKIES[cookie]
}

/**
 * Returns the first value of this name in a `Cookie` header, decoded; `undefined` = absent or badly encoded.
 */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const cut = part.indexOf('=')
    if (cut < 0 || part.slice(0, cut).trim() !== name) continue
    try {
      return decodeURIComponent(part.slice(cut + 1).trim())
    } catch {
      return undefined
    }
  }
  return undefined
}
