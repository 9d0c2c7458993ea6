/** Which path of the table a request means: pure decisions, before any key is looked at. */

/** A path of the table, split: literals, and `:name` for a parameter. */
export interface PathPattern {
  /** As declared, e.g. `/api/v1/companies/:uuid`. */
  readonly text: string
  readonly segments: readonly string[]
}

/** Words that are never the value of a parameter, although nothing may be there (yet). */
const NEVER_A_VALUE: readonly string[] = ['search', 'suggest']

export function patternOf(text: string): PathPattern {
  return { text, segments: splitPath(text) ?? [] }
}

/**
 * The pattern that a path, as sent, means; literals win over parameters. One trailing slash makes no
 * difference. `undefined`: unknown, which a double slash and a broken percent encoding are as well.
 */
export function findPattern(patterns: readonly PathPattern[], path: string): PathPattern | undefined {
  const segments = splitPath(path)
  if (segments === undefined) return undefined
  const fitting = patterns.filter((pattern) => fits(pattern, segments))
  return fitting.sort((a, b) => countParameters(a) - countParameters(b))[0]
}

/** Name or address, and a port (RFC 9110, section 7.2): no user, no list, no path. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+;=-]*)(?::\d{0,5})?$/i

/** Whether a text may stand in `Host`. */
export function isHost(text: string): boolean {
  return HOST.test(text)
}

/** The target as a path: `GET http://host/path` (RFC 9112, section 3.2.2) means `/path`. */
export function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  const host = /^https?:\/\/([^/?#]*)/i.exec(target)
  if (host === null || !isHost(host[1] as string)) return target
  const rest = target.slice(host[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** As `%61` for `a`: what needs no encoding. RFC 3986, section 2.3. */
const NEEDLESS = /%(?:2[de]|3\d|[46][1-9a-f]|5[\daf]|7[\dae])/gi

/** The path without needless percent encodings, which mean nothing (RFC 3986, section 6.2.2.2): `/%61pi` is `/api`. */
export function plainPath(path: string): string {
  return path.includes('%') ? path.replaceAll(NEEDLESS, decodeURIComponent) : path
}

function splitPath(path: string): readonly string[] | undefined {
  if (!path.startsWith('/')) return undefined
  if (path === '/') return []
  const trimmed = path.endsWith('/') ? path.slice(1, -1) : path.slice(1)
  const segments = trimmed.split('/')
  if (segments.includes('')) return undefined
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function fits(pattern: PathPattern, segments: readonly string[]): boolean {
  if (pattern.segments.length !== segments.length) return false
  return pattern.segments.every((part, place) => {
    const segment = segments[place] as string
    return part.startsWith(':') ? !NEVER_A_VALUE.includes(segment) : part === segment
  })
}

function countParameters(pattern: PathPattern): number {
  return pattern.segments.filter((part) => part.startsWith(':')).length
}
