/** Query strings: read strictly, as HTML forms write them (`+` is a blank), without guessing. */

/** Every parameter with all its values, in the order sent. */
export type QueryValues = ReadonlyMap<string, readonly string[]>

export type QueryRead = { readonly values: QueryValues } | { readonly fault: 'encoding' }

const NO_VALUES: QueryValues = new Map()

/** Names under which clients of other services send keys. */
const KEY_NAMES: readonly string[] = ['key', 'api_key', 'token', 'access_token']
const KEY_STARTS: readonly string[] = ['fs_live_', 'fs_test_']

/** A broken percent encoding, or bytes that are not UTF-8, are a fault. */
export function readQuery(text: string): QueryRead {
  if (text === '') return { values: NO_VALUES }
  const values = new Map<string, string[]>()
  try {
    for (const pair of text.split('&')) if (pair !== '') addPair(values, pair)
  } catch {
    return { fault: 'encoding' }
  }
  return { values }
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

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

/** @throws URIError when the percent encoding is broken. */
function addPair(values: Map<string, string[]>, pair: string): void {
  const cut = pair.indexOf('=')
  const name = decode(cut < 0 ? pair : pair.slice(0, cut))
  const value = cut < 0 ? '' : decode(pair.slice(cut + 1))
  const sofar = values.get(name)
  if (sofar === undefined) values.set(name, [value])
  else sofar.push(value)
}
