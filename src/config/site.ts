/** The site that the settings describe. */

import { isLoopbackName, type Site } from '../core/accounts/site.ts'
import type { Config } from './config.ts'

/** `port` is the one that was found, where the setting left it open. */
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

/** Whether only people at this machine reach the server: it listens for them alone, under no public name, behind no known proxy. */
export function isForThisMachine({ host, publicUrl, trustProxy }: Config): boolean {
  const isPublic = publicUrl !== '' && !isLoopbackName(new URL(publicUrl).hostname)
  return isLoopbackName(host) && !isPublic && trustProxy.length === 0
}

function signUpOf(setting: string): Site['signUp'] {
  if (setting === 'open' || setting === 'closed') return setting
  return { domains: setting.slice('domains:'.length).toLowerCase().split(',') }
}

/** Where a server listens, as a client on this machine would write it. */
export function urlOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
