/** Pure functions that read the target and the host of a request. */

/**
 * Matches a host name or address with an optional port (RFC 9110, section 7.2): no user, no list, no path.
 */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+;=-]*)(?::\d{0,5})?$/i

/** Whether a text is a valid value of `Host`. */
export function isHost(text: string): boolean {
  return HOST.test(text)
}

/** Returns the target as a path: `GET http://host/path` (RFC 9112, section 3.2.2) becomes `/path`. */
export function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  const host = /^https?:\/\/([^/?#]*)/i.exec(target)
  if (host === null || !isHost(host[1] as string)) return target
  const rest = target.slice(host[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Matches percent encodings of characters that need none, such as `%61` for `a` (RFC 3986, section 2.3). */
const NEEDLESS = /%(?:2[de]|3\d|[46][1-9a-f]|5[\daf]|7[\dae])/gi

/**
 * Decodes needless percent encodings in a path, which do not change its meaning (RFC 3986, section 6.2.2.2):
 * `/%61pi` becomes `/api`.
 */
export function plainPath(path: string): string {
  return path.includes('%') ? path.replaceAll(NEEDLESS, decodeURIComponent) : path
}
