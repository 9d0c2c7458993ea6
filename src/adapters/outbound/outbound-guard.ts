/** Refuses connections to addresses that are not public, unless the setting OUTBOUND_ALLOW permits them. */
import { lookup as lookupHost } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { OutboundRule } from '../../core/sources/outbound.ts'
import { DownloadFault } from '../../core/sources/source-files.ts'

/** IPv4 networks that are not public: the special-purpose registry of IANA (RFC 6890), multicast. */
const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** The only public IPv6 addresses, and the networks in them that are not: tunnels, tests, documentation. */
const PUBLIC_V6 = ['2000::', 3] as const
const PRIVATE_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

/** An address to which a name resolves, as `dns.lookup` returns it. */
interface Resolved {
  readonly address: string
  readonly family: number
}

/** Resolves a name to all its addresses. */
export type Resolve = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly Resolved[]) => void,
) => void

const resolveBySystem: Resolve = (host, done) =>
  lookupHost(host, { all: true, verbatim: true }, (error, addresses) => done(error, addresses ?? []))

const privateAddresses = new BlockList()
for (const [address, bits] of PRIVATE_V4) privateAddresses.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of PRIVATE_V6) privateAddresses.addSubnet(address, bits, 'ipv6')
const publicV6 = new BlockList()
publicV6.addSubnet(...PUBLIC_V6, 'ipv6')

/** Checks addresses before the server connects to them. */
export class OutboundGuard {
  readonly #hosts: ReadonlySet<string>
  readonly #networks = new BlockList()
  readonly #resolve: Resolve

  constructor(rules: readonly OutboundRule[], resolve: Resolve = resolveBySystem) {
    this.#resolve = resolve
    this.#hosts = new Set(
      rules.flatMap((rule) => (rule.kind === 'host' ? [`${rule.host}:${rule.port}`] : [])),
    )
    for (const rule of rules) {
      if (rule.kind === 'network') {
        this.#networks.addSubnet(rule.address, rule.prefixBits, familyOf(rule.address))
      }
    }
  }

  /**
   * Checks what can be checked before the name is resolved: scheme, user name, and an address instead of a
   * name.
   *
   * @throws {DownloadFault} if the address may not be used.
   */
  check(url: URL): void {
    const host = hostOf(url)
    if (url.username !== '' || url.password !== '') {
      throw new DownloadFault('Addresses with a user name or a password are not used.')
    }
    if (/^https?:$/.test(url.protocol) && this.#isAllowedHost(url)) return
    const isAllowedAddress = isIP(host) !== 0 && this.#isAllowedNetwork(host)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowedAddress)) {
      throw new DownloadFault(
        `${url.origin} is not https. Only hosts that OUTBOUND_ALLOW names may be used without.`,
      )
    }
    if (isIP(host) !== 0 && !this.#mayConnect(host)) throw refusal(host, host)
  }

  /**
   * Returns the function that resolves the host of this address. It fails if any of the addresses is not
   * permitted. The connection uses the addresses that were checked, so a second answer of the name server
   * cannot redirect it.
   */
  lookupFor(url: URL): LookupFunction {
    const mayConnect = this.#isAllowedHost(url) ? () => true : (address: string) => this.#mayConnect(address)
    return (host, { all }, done) => {
      this.#resolve(host, (error, found) => {
        const fault = error ?? faultOf(host, found, mayConnect)
        if (fault !== undefined) return done(fault, '')
        if (all === true) return done(null, [...found])
        return done(null, found[0]!.address, found[0]!.family)
      })
    }
  }

  #isAllowedHost(url: URL): boolean {
    const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
    return this.#hosts.has(`${hostOf(url)}:${port}`)
  }

  #isAllowedNetwork(address: string): boolean {
    return this.#networks.check(address, familyOf(address))
  }

  #mayConnect(address: string): boolean {
    return isPublic(address) || this.#isAllowedNetwork(address)
  }
}

/** Returns whether an IP address is reachable from the whole internet. */
export function isPublic(address: string): boolean {
  const family = familyOf(address)
  if (family === 'ipv6' && !publicV6.check(address, family)) return false
  return !privateAddresses.check(address, family)
}

/** Returns the error if a name has no address, or one that is not permitted. */
function faultOf(
  host: string,
  found: readonly Resolved[],
  mayConnect: (address: string) => boolean,
): Error | undefined {
  if (found.length === 0) return new DownloadFault(`${host} has no address.`)
  const refused = found.find(({ address }) => !mayConnect(address))
  return refused && refusal(host, refused.address)
}

function refusal(host: string, address: string): DownloadFault {
  const place = host === address ? address : `${host} (${address})`
  return new DownloadFault(
    `${place} is not a public address. Add it to OUTBOUND_ALLOW if the server may connect to it.`,
  )
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}
