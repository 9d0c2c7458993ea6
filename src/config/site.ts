/** Values derived from the settings: the site's address and what it allows. */

import { isLoopbackName, type Site } from '../core/accounts/site.ts'
import type { Config } from './config.ts'

/** Returns the site. `port` is the port that the server listens on, which the setting may leave open. */
export function siteOf(config: Config, port: number): Site {
  const isLoopback = isLoopbackName(config.host)
  return {
    publicUrl: config.publicUrl === '' ? `http://localhost:${port}` : new URL(config.publicUrl).origin,
    isLoopback,
    signUp: signUpOf(config.signUp === '' ? (isLoopback ? 'open' : 'closed') : config.signUp),
    publicSearch: config.publicSearch === 'on',
    publicSearchPerMinute: config.publicSearchPerMinute,
    hasMailServer: config.smtpUrl !== '',
    imprintUrl: config.imprintUrl,
    privacyUrl: config.privacyUrl,
  }
}

/**
 * Whether only people at this machine can reach the server: it listens on a loopback address, has no public
 * URL and no trusted proxy.
 */
export function isForThisMachine({ host, publicUrl, trustProxy }: Config): boolean {
  const isPublic = publicUrl !== '' && !isLoopbackName(new URL(publicUrl).hostname)
  return isLoopbackName(host) && !isPublic && trustProxy.length === 0
}

function signUpOf(setting: string): Site['signUp'] {
  if (setting === 'open' || setting === 'closed') return setting
  return { domains: setting.slice('domains:'.length).toLowerCase().split(',') }
}

/** Returns the URL of a server for clients on this machine. */
export function urlOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * Returns a warning, as sentences, if others on the network can reach the server and nothing says that a proxy with
 * TLS stands before it; else `undefined`.
 */
export function plainHttpWarning({ host, publicUrl, trustProxy }: Config): string | undefined {
  if (isLoopbackName(host) || publicUrl.startsWith('https:') || trustProxy.length > 0) return undefined
  return `The server listens on ${host} with plain HTTP: others on the network can read keys and passwords. Put a proxy with TLS before it, and set PUBLIC_URL to its https address and TRUST_PROXY to the proxy.`
}
