/** The cookies that the dashboard sets beside the choices of a reader; there are no others. */

export const COOKIES = {
  /** The session: its token, a dot, and a signature. */
  session: 'fs_session',
  /** Marks a session that ends with the browser. */
  stay: 'fs_stay',
  /** Between password and second factor. */
  factor: 'fs_factor',
  /** While a passkey is shown or made. */
  passkey: 'fs_passkey',
  /** Which browser signed up. */
  signUp: 'fs_signup',
} as const
export type Cookie = keyof typeof COOKIES

/** What a reader chose for all pages, by switch: a word of a closed list each, which scripts read and write as well. */
export const CHOICE_COOKIES = { language: 'fs_language', colours: 'fs_colours' } as const
export type ChoiceCookie = keyof typeof CHOICE_COOKIES

/** How long a browser keeps a choice. */
export const CHOICE_MAX_AGE_S = 31_536_000

/** The name of a choice as it is sent; prefixed like that of a session. */
export function choiceCookieName(choice: ChoiceCookie, isSecure: boolean): string {
  return isSecure ? `__Host-${CHOICE_COOKIES[choice]}` : CHOICE_COOKIES[choice]
}

/**
 * The name as it is sent. Over https it begins with `__Host-`, which browsers take from this very host only, and with
 * `Secure` and `Path=/` only. Over plain http, on this machine, no browser takes such a name.
 */
export function cookieName(cookie: Cookie, isSecure: boolean): string {
  return isSecure ? `__Host-${COOKIES[cookie]}` : COOKIES[cookie]
}

/** The first value of that name in a `Cookie` header, decoded; `undefined` = not there, or broken. */
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
