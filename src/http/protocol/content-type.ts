/** `Content-Type` (RFC 9110, section 8.3): pure functions that read it. */

/** Name and value of one parameter; the value is a quoted string or a token. */
const PARAMETER = /;\s*([^\s;=]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;"]*)/g

/** Returns the media type without its parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  const [type = ''] = contentType.split(';', 1)
  return type.trim().toLowerCase()
}

/**
 * Whether a body of this type is JSON in UTF-8: `application/json` with no charset or with UTF-8, written
 * `utf-8` or `utf8` in any case. Other parameters are ignored, because RFC 8259 defines none for JSON.
 */
export function isJsonInUtf8(contentType: string): boolean {
  if (mediaTypeOf(contentType) !== 'application/json') return false
  return [...contentType.matchAll(PARAMETER)].every(
    ([, name = '', value = '']) =>
      name.toLowerCase() !== 'charset' || /^(?:utf-?8|"utf-?8")$/i.test(value.trim()),
  )
}
