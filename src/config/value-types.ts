/** The kinds of values that settings take: how the text of a variable becomes a value. */
import { z } from 'zod'
import { type OutboundRule, readHostRule } from '../core/sources/outbound.ts'

const IPV4_BITS = 32
const IPV6_BITS = 128

/** How the text of a variable is parsed. */
export interface ValueType<Value> {
  /** Parses the text. */
  readonly schema: z.ZodType<Value, string>
  /** Description of the accepted values; completes the error message "NAME must be …". */
  readonly accepted: string
}

/** One setting. */
export interface Setting<Value> extends ValueType<Value> {
  /** The environment variable. */
  readonly variable: string
  /** Default as written in the environment; '' for none. */
  readonly defaultValue: string
  /** Description of the default for the documents, if it depends on the machine or on other settings. */
  readonly defaultDescription?: string
  /** One sentence. */
  readonly description: string
}

/** Returns the type of a whole number. */
export function wholeNumber(min: number, max: number): ValueType<number> {
  const schema = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
  return { schema, accepted: `a whole number from ${min} to ${max}` }
}

/** Type of a port. */
export const PORT = wholeNumber(0, 65_535)

/** Type of a port that may be missing: an empty text is `undefined`. */
export const OPTIONAL_PORT: ValueType<number | undefined> = {
  ...PORT,
  schema: z.union([z.literal('').transform(() => undefined), PORT.schema]),
}

/** Returns the type of a text that matches `shape`. */
export function text(shape: RegExp, accepted: string): ValueType<string> {
  return { schema: z.string().regex(shape), accepted }
}

/** Type of an IP address or a host name. */
export const HOST = text(/^[A-Za-z0-9.:_-]{1,253}$/, 'an address or host name')

/** Returns the type of a word from a fixed list. */
export function choice<const Word extends string>(words: readonly Word[]): ValueType<Word> {
  return { schema: z.enum(words), accepted: `one of ${words.join(', ')}` }
}

/** Type of a web address with http or https, or an empty text. */
export const WEB_ADDRESS: ValueType<string> = {
  schema: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https?$/ })
      .max(500)
      .refine((url) => !/[\s\p{Cc}"<>]/u.test(url)),
  ]),
  accepted: 'an address that begins with http:// or https://',
}

/** Type of the address of a whole site, without a path, or an empty text. */
export const SITE_ADDRESS: ValueType<string> = {
  schema: WEB_ADDRESS.schema.refine((url) => url === '' || isOrigin(url)),
  accepted: 'an address that begins with http:// or https://, without a path',
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.href === `${url.origin}/`
}

/**
 * Type of a URL that `SmtpMailer` can connect to, or an empty text. A `%` in user name or password must be
 * followed by two hexadecimal digits.
 */
export const MAIL_SERVER: ValueType<string> = {
  schema: z
    .string()
    .max(500)
    .refine((url) => url === '' || (/^smtps?:\/\/[^\s\p{Cc}]+$/u.test(url) && isServer(url))),
  accepted: 'smtp://user:password@host:587 or smtps://…',
}

/**
 * Type of the URL of a Redis or Valkey server, with the number of a database as its path, or an empty text. A
 * `%` in user name or password must be followed by two hexadecimal digits.
 */
export const REDIS_SERVER: ValueType<string> = {
  schema: z
    .string()
    .max(500)
    .refine((url) => url === '' || (REDIS_SHAPE.test(url) && isServer(url))),
  accepted: 'redis://user:password@host:6379 or rediss://…',
}

const REDIS_SHAPE = /^rediss?:\/\/[^\s\p{Cc}/?#]+(\/\d{0,4})?$/u

function isServer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.hostname === '') return false
  try {
    return decodeURIComponent(url.username + url.password) !== undefined
  } catch {
    return false
  }
}

/**
 * Type of the address of a PostgreSQL database, or an empty text. It may lack the host, which is then the
 * parameter `host`, the folder of a socket.
 */
export const DATABASE: ValueType<string> = {
  schema: z
    .string()
    .max(2000)
    .refine((url) => url === '' || (/^postgres(ql)?:\/\/[^\s\p{Cc}]+$/u.test(url) && isDatabase(url))),
  accepted:
    'postgres://user:password@host:5432/database, with %40 for @, %2F for / and the like in the password',
}

function isDatabase(text: string): boolean {
  // The standard of URLs knows no user without a host.
  const url = URL.parse(text.replace('@/', '@socket/'))
  if (url === null || url.hash !== '' || url.pathname.length < 2) return false
  try {
    return decodeURIComponent(url.username + url.password + url.pathname) !== undefined
  } catch {
    return false
  }
}

/** Type of the addresses of a cluster that is asked over HTTP, separated by commas, or an empty text. */
export const SEARCH_SERVERS: ValueType<string> = {
  schema: z
    .string()
    .max(2000)
    .refine((list) => list === '' || list.split(',').every((url) => isSearchServer(url.trim()))),
  accepted: 'https://user:password@host:9200; several addresses are separated by commas',
}

function isSearchServer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  try {
    return decodeURIComponent(url.username + url.password) !== undefined
  } catch {
    return false
  }
}

/** Type of a list of IPv4 or IPv6 addresses, each with an optional prefix length. */
export const ADDRESSES: ValueType<readonly string[]> = {
  schema: z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  accepted: 'addresses or networks (10.0.0.0/8), separated by commas',
}

/** Type of a list of addresses, networks and hosts with a port that the server may connect to. */
export const OUTBOUND: ValueType<readonly OutboundRule[]> = {
  schema: z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== '').map(outboundRuleOf))
    .pipe(z.array(z.custom<OutboundRule>((rule) => rule !== undefined))),
  accepted: 'hosts with a port (files.intern:443), addresses or networks (10.0.0.0/8), separated by commas',
}

function outboundRuleOf(part: string): OutboundRule | undefined {
  if (!ADDRESSES.schema.safeParse(part).success) return readHostRule(part)
  const [address, bits] = part.split('/')
  const prefixBits = Number(bits ?? (part.includes(':') ? IPV6_BITS : IPV4_BITS))
  return { kind: 'network', address: address!, prefixBits }
}
