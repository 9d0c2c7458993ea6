/** Strict parser of query strings in the form of HTML forms (`+` is a space). */

/** All values of each parameter, in the order sent. */
export type QueryValues = ReadonlyMap<string, readonly string[]>

/** The result of parsing a query string. */
export interface QueryRead {
  /** A name or value that cannot be decoded is kept as sent, so that `keyInQuery` still finds a key in it. */
  readonly values: QueryValues
  /**
   * Names of parameters with a broken percent encoding or invalid UTF-8; `?` if the name itself cannot be
   * decoded.
   */
  readonly broken: readonly string[]
}

/**
 * After this many pairs that cannot be decoded, the rest is not decoded, because a failed attempt is slow.
 */
export const BROKEN_MAX = 20

const NOTHING: QueryRead = { values: new Map(), broken: [] }

/** Parameter names in which clients of other services send keys. */
const KEY_NAMES: readonly string[] = ['key', 'api_key', 'token', 'access_token']
const KEY_STARTS: readonly string[] = ['fs_live_', 'fs_test_']

/** Parses a query string. Never throws: `broken` lists what cannot be decoded, `BROKEN_MAX` names at most. */
export function readQuery(text: string): QueryRead {
  if (text === '') return NOTHING
  const values = new Map<string, string[]>()
  const broken: string[] = []
  for (const pair of text.split('&').filter((part) => part !== '')) {
    const { name, value, fault } = broken.length < BROKEN_MAX ? readPair(pair) : cutPair(pair)
    if (fault !== undefined) broken.push(fault)
    const sofar = values.get(name)
    if (sofar === undefined) values.set(name, [value])
    else sofar.push(value)
  }
  return { values, broken: [...new Set(broken)] }
}

/**
 * Returns the name of the parameter that holds an API key, which would end up in logs and browser histories.
 * `''` if the key is itself the parameter's name and must not be repeated; `undefined` if there is none.
 */
export function keyInQuery(values: QueryValues): string | undefined {
  for (const [name, all] of values) {
    if (isKey(name)) return ''
    if (KEY_NAMES.includes(name.toLowerCase()) || all.some(isKey)) return name
  }
  return undefined
}

function isKey(text: string): boolean {
  return KEY_STARTS.some((start) => text.startsWith(start))
}

interface Pair {
  readonly name: string
  readonly value: string
  /** The name of the parameter that cannot be decoded; `?` if that is its name. */
  readonly fault?: string
}

function readPair(pair: string): Pair {
  const sent = cutPair(pair)
  const name = decode(sent.name)
  if (name === undefined) return { ...sent, fault: '?' }
  const value = decode(sent.value)
  return value === undefined ? { name, value: sent.value, fault: name } : { name, value }
}

function cutPair(pair: string): Pair {
  const cut = pair.indexOf('=')
  return cut < 0 ? { name: pair, value: '' } : { name: pair.slice(0, cut), value: pair.slice(cut + 1) }
}

/** Returns the decoded text; `undefined` if its encoding is broken. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
