/** `Content-Type` after RFC 9110, section 8.3: pure readings. */

/** Name and value of one parameter; the value as a quoted text or bare. */
const PARAMETER = /;\s*([^\s;=]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;"]*)/g

/**
 * Whether a body of this type is JSON in UTF-8: `application/json` with no charset or with UTF-8, written `utf-8` or
 * `utf8` in any case. Parameters that JSON does not have are ignored, as RFC 8259 gives them no meaning.
 */
export function isJsonInUtf8(contentType: string): boolean {
  const [type = ''] = contentType.split(';', 1)
  if (type.trim().toLowerCase() !== 'application/json') return false
  return [...contentType.matchAll(PARAMETER)].every(
    ([, name = '', value = '']) =>
      name.toLowerCase() !== 'charset' || /^(?:utf-?8|"utf-?8")$/i.test(value.trim()),
  )
}
