/** Query strings: read strictly, as HTML forms write them (`+` is a blank), without guessing. */

/** Every parameter with all its values, in the order sent. */
export type QueryValues = ReadonlyMap<string, readonly string[]>

export interface QueryRead {
  /** A name or value that cannot be read stands here as it was sent, so that a key in it is noticed. */
  readonly values: QueryValues
  /** Parameters with a broken percent encoding, or bytes that are not UTF-8; `?` where the name itself is broken. */
  readonly broken: readonly string[]
}

/** Once so many pairs could not be read the rest is not tried, since a failed try is slow. */
export const BROKEN_MAX = 20

const NOTHING: QueryRead = { values: new Map(), broken: [] }

/** Names under which clients of other services send keys. */
const KEY_NAMES: readonly string[] = ['key', 'api_key', 'token', 'access_token']
const KEY_STARTS: readonly string[] = ['fs_live_', 'fs_test_']

/** Never throws: what cannot be read is told by name, the first `BROKEN_MAX` of it. */
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
 * The parameter by which a key came into the address, where logs and histories would keep it;
 * `''` when the key is itself the parameter's name and must not be repeated.
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
  /** The parameter that cannot be read. */
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

/** `undefined` for a broken encoding. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
