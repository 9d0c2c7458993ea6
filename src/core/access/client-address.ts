/** Whom a failed authentication is charged to. */

/** Groups of an IPv6 address that make its network: 4 of 8, a /64, which is what one customer is given. */
const NETWORK_GROUPS = 4

/**
 * The part of an address that stands for one client: an IPv4 address as it is, also when it comes wrapped in IPv6
 * (`::ffff:192.0.2.1`), and of an IPv6 address the /64 network. Any other text stands for itself.
 */
export function clientOf(address: string): string {
  const wrapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (wrapped) return wrapped[1]!
  if (!address.includes(':')) return address
  return `${networkGroups(address.toLowerCase().split('%')[0]!).join(':')}::/64`
}

function networkGroups(address: string): string[] {
  const [head = '', tail] = address.split('::', 2)
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...after]
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
}
