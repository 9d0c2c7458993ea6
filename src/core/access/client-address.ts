/** The client that a failed authentication is counted for. */

/**
 * Groups of an IPv6 address that make its network: 4 of 8, a /64, which is what one customer usually gets.
 */
const NETWORK_GROUPS = 4

/**
 * Reduces an address to the part that stands for one client: an IPv4 address, also one wrapped in IPv6
 * (`::ffff:192.0.2.1`), or the /64 network of an IPv6 address. Any other text is returned unchanged.
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
