/** The settings of the server's website: its address, and who may use it. */

/** The settings of the website. */
export interface Site {
  /** The origin of links, cookies, passkeys and of requests that change data: `https://suche.example`. */
  readonly publicUrl: string
  /** Whether the server listens on a loopback address only. */
  readonly isLoopback: boolean
  /** `open`, `closed`, or the mail domains that may sign up. */
  readonly signUp: 'open' | 'closed' | { readonly domains: readonly string[] }
  readonly publicSearch: boolean
  readonly publicSearchPerMinute: number
  /** Whether there is a mail server; without one, e-mails are written to a folder. */
  readonly hasMailServer: boolean
  /** Empty = no link. */
  readonly imprintUrl: string
  readonly privacyUrl: string
}

/** Whether the site uses plain http beyond this machine; then nobody can sign in. */
export function isInsecure({ publicUrl }: Pick<Site, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !isLoopbackName(hostname)
}

/** Whether it is a loopback name or address: `localhost`, `*.localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopbackName(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)
}

/**
 * Whether e-mails can be read on a page. Only where none is sent and only this machine can reach the server,
 * neither directly nor through a proxy under another name.
 */
export function hasEmailsPage({ isLoopback, hasMailServer, publicUrl }: Site): boolean {
  return isLoopback && !hasMailServer && isLoopbackName(new URL(publicUrl).hostname)
}
