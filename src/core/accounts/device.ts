/** Devices: a short description of a browser for people, and a mark to recognise it. */
import type { AccountId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'

/**
 * Patterns of browsers in the order of the check: most user agents also contain the names of the browsers
 * that they derive from.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b|\biPod\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/**
 * Returns a description like `Firefox, Linux`, or one part of it, or an empty text. It contains only words of
 * these tables.
 */
export function deviceOf(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].map((words) => words.find(([pattern]) => pattern.test(userAgent))?.[1])
  return found.filter((word) => word !== undefined).join(', ')
}

/** Returns the mark of a device of an account: a hash of the account, the kind of browser and the network. */
export function deviceMark(
  { secrets }: Needs<'secrets'>,
  account: AccountId,
  device: string,
  address: string,
): Uint8Array {
  return secrets.sha256(`device\n${account}\n${device}\n${networkOf(address)}`)
}

/**
 * Returns the part of an address that stays when an access line gets a new one: 24 bits for IPv4, 48 for
 * IPv6; empty for any other text.
 */
export function networkOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)
  if (ipv4 !== null) return `${ipv4[1]}.0/24`
  if (!address.includes(':')) return ''
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]!.split('::', 2)
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 3)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/48`
}
