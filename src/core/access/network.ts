/**
 * Networks that may use a key: `192.0.2.0/24`, `2001:db8::/32`, or a single address. IPv4 is kept as IPv6
 * wraps it (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2), so all comparisons are of 128 bits. An IPv6
 * network still never contains an IPv4 address: `::/0` is every IPv6 address and nothing else.
 */

/** Most networks of one key. */
export const NETWORKS_MAX = 10

/** Shortest IPv4 prefix of a key's network; a wider network would hardly restrict the key. */
export const SHORT_PREFIX_MIN = 8
/** Shortest IPv6 prefix of a key's network. */
export const LONG_PREFIX_MIN = 16

/** Bits that all wrapped IPv4 addresses share. */
const WRAP_BITS = 96
const WRAP = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
const GROUPS = 8

/** A network or a single address. */
export interface Network {
  /** 16 bytes; the bits after the prefix are 0. */
  readonly address: Uint8Array
  /** Number of significant bits, 0-128; at least 96 for an IPv4 network. */
  readonly prefix: number
}

/**
 * Parses an address to 16 bytes; `undefined` if the text is none. Zones (`fe80::1%eth0`) are local to a
 * machine and are dropped.
 */
export function readAddress(text: string): Uint8Array | undefined {
  const zone = text.indexOf('%')
  const plain = zone < 0 ? text : text.slice(0, zone)
  if (plain.includes(':')) return readLongAddress(plain)
  return zone < 0 ? wrapped(readShortAddress(plain)) : undefined
}

/**
 * Parses a network or an address; `undefined` if the text is neither. Bits after the prefix are set to 0:
 * `192.0.2.7/24` becomes `192.0.2.0/24`.
 */
export function readNetwork(text: string): Network | undefined {
  if (text.includes('%')) return undefined
  const [before = '', bits, ...rest] = text.split('/')
  const address = readAddress(before)
  if (address === undefined || rest.length > 0) return undefined
  const isShort = !before.includes(':')
  const prefix = bits === undefined ? 128 : readPrefix(bits, isShort ? 32 : 128)
  if (prefix === undefined) return undefined
  return maskedNetwork(address, bits !== undefined && isShort ? prefix + WRAP_BITS : prefix)
}

/** Whether the network is wider than one organisation has: IPv4 above /8, IPv6 above /16. */
export function isTooWide({ address, prefix }: Network): boolean {
  const isShort = prefix >= WRAP_BITS && isWrapped(address)
  return isShort ? prefix < WRAP_BITS + SHORT_PREFIX_MIN : prefix < LONG_PREFIX_MIN
}

/** Formats a network in its canonical form; a single address without its prefix. */
export function networkText({ address, prefix }: Network): string {
  const isShort = prefix >= WRAP_BITS && isWrapped(address)
  const text = isShort ? address.slice(12).join('.') : longText(address)
  if (prefix === 128) return text
  return `${text}/${isShort ? prefix - WRAP_BITS : prefix}`
}

/** Whether the network contains the address (16 bytes). */
export function isInNetwork({ address, prefix }: Network, client: Uint8Array): boolean {
  if (prefix < WRAP_BITS && isWrapped(client)) return false
  const whole = prefix >> 3
  for (let i = 0; i < whole; i++) {
    if (address[i] !== client[i]) return false
  }
  const shift = 8 - (prefix & 7)
  return shift === 8 || (address[whole]! ^ client[whole]!) >> shift === 0
}

/** Whether a client's address is in one of the networks; an empty list allows every client. */
export function allowsAddress(networks: readonly Network[], client: string): boolean {
  if (networks.length === 0) return true
  const address = readAddress(client)
  return address !== undefined && networks.some((network) => isInNetwork(network, address))
}

function maskedNetwork(address: Uint8Array, prefix: number): Network {
  const masked = address.map((byte, i) => {
    const bits = Math.min(8, Math.max(0, prefix - i * 8))
    return byte & (0xff00 >> bits)
  })
  return { address: masked, prefix }
}

function readPrefix(text: string, max: number): number | undefined {
  if (!/^(?:0|[1-9]\d{0,2})$/.test(text)) return undefined
  return Number(text) <= max ? Number(text) : undefined
}

function wrapped(bytes: readonly number[] | undefined): Uint8Array | undefined {
  if (bytes === undefined) return undefined
  const address = new Uint8Array(16)
  address.set(WRAP)
  address.set(bytes, WRAP.length)
  return address
}

function isWrapped(address: Uint8Array): boolean {
  return WRAP.every((byte, i) => address[i] === byte)
}

/** Parses an IPv4 address. A leading zero is refused: some systems read `010` as 8. */
function readShortAddress(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part))) return undefined
  const bytes = parts.map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes : undefined
}

function readLongAddress(text: string): Uint8Array | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map((half, i) => readGroups(half, i === halves.length - 1))
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined
  const missing = GROUPS - head.length - (tail?.length ?? 0)
  // Two colons stand for at least one group.
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array<number>(missing).fill(0), ...(tail ?? [])]
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 255]))
}

/** Parses groups separated by colons. The last two groups of an address may be written as IPv4. */
function readGroups(text: string, isEnd: boolean): readonly number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const last = parts.at(-1)!
  const short = isEnd && last.includes('.') ? readShortAddress(last) : undefined
  const long = short === undefined ? parts : parts.slice(0, -1)
  if (!long.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return undefined
  const groups = long.map((part) => Number.parseInt(part, 16))
  if (short === undefined) return groups
  return [...groups, (short[0]! << 8) | short[1]!, (short[2]! << 8) | short[3]!]
}

/** Formats as in RFC 5952: lower case, no leading zeros, the longest run of zero groups as two colons. */
function longText(address: Uint8Array): string {
  const groups = Array.from({ length: GROUPS }, (_, i) => (address[2 * i]! << 8) | address[2 * i + 1]!)
  const words = groups.map((group) => group.toString(16))
  const run = longestZeros(groups)
  if (run.length < 2) return words.join(':')
  const head = words.slice(0, run.start).join(':')
  return `${head}::${words.slice(run.start + run.length).join(':')}`
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    const end = groups.findIndex((group, i) => i >= start && group !== 0)
    const length = (end < 0 ? groups.length : end) - start
    if (length > best.length) best = { start, length }
  }
  return best
}
