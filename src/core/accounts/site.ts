/** What the server is to the people who use its pages: where it is, and whom it lets in. */

export interface Site {
  /** Origin of links, cookies, passkeys and of requests that change something: `https://suche.example`. */
  readonly publicUrl: string
  /** The server listens for this machine only. */
  readonly isLoopback: boolean
  /** `open`, `closed`, or the mail domains that may sign up. */
  readonly signUp: 'open' | 'closed' | { readonly domains: readonly string[] }
  readonly publicSearch: boolean
  readonly publicSearchPerMinute: number
  /** Without one, letters go to a folder. */
  readonly hasMailServer: boolean
  /** Empty = no link. */
  readonly imprintUrl: string
  readonly privacyUrl: string
}

/** Plain http where others could listen: nobody is let sign in. */
export function isInsecure({ publicUrl }: Pick<Site, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !isLoopbackName(hostname)
}

/** `localhost`, `*.localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopbackName(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)
}

/**
 * Letters can be read on a page only where none is sent, and where nobody but this machine can ask: neither is the
 * server reached from elsewhere, nor does a proxy on the machine stand for it under another name.
 */
export function hasEmailsPage({ isLoopback, hasMailServer, publicUrl }: Site): boolean {
  return isLoopback && !hasMailServer && isLoopbackName(new URL(publicUrl).hostname)
}
