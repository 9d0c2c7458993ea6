/** What a person recognizes a browser by: words of what it calls itself, and a mark to know it again. */
import type { AccountId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'

/** Looked for in this order: most browsers name the ones that they are built of, too. */
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

/** `Firefox, Linux`; one of both where only one is known; empty when none is. Never a word of the text itself. */
export function deviceOf(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].map((words) => words.find(([pattern]) => pattern.test(userAgent))?.[1])
  return found.filter((word) => word !== undefined).join(', ')
}

/** Bytes that tell a device of an account from its others: kind of browser and network, not to be read back. */
export function deviceMark(
  { secrets }: Needs<'secrets'>,
  account: AccountId,
  device: string,
  address: string,
): Uint8Array {
  return secrets.sha256(`device\n${account}\n${device}\n${networkOf(address)}`)
}

/** What stays the same while an access line changes its address: 24 bits of an IPv4 address, 48 of an IPv6 one. */
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
