/** `Content-Type` (RFC 9110, section 8.3): pure functions that read and write it. */

/** Name and value of one parameter; the value is a quoted string or a token. */
const PARAMETER = /;\s*([^\s;=]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;"]*)/g

/** Returns the media type without its parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  const [type = ''] = contentType.split(';', 1)
  return type.trim().toLowerCase()
}

/**
 * Returns the `Content-Type` of a response with a text in UTF-8. JSON has no charset (RFC 8259, section 11), and
 * generated clients compare its type as a whole with the one declared.
 */
export function contentTypeOf(media: string): string {
  return /[/+]json$/.test(media) ? media : `${media}; charset=utf-8`
}

/** The media type of HTML forms. */
export const FORM = 'application/x-www-form-urlencoded'

/** Whether a body of this type is an HTML form in UTF-8: with no charset or with UTF-8. */
export function isFormInUtf8(contentType: string): boolean {
  return isInUtf8(contentType, FORM)
}

/**
 * Whether a body of this type is JSON in UTF-8: `application/json` with no charset or with UTF-8, written
 * `utf-8` or `utf8` in any case. Other parameters are ignored, because RFC 8259 defines none for JSON.
 */
export function isJsonInUtf8(contentType: string): boolean {
  return isInUtf8(contentType, 'application/json')
}

function isInUtf8(contentType: string, wanted: string): boolean {
  if (mediaTypeOf(contentType) !== wanted) return false
  return [...contentType.matchAll(PARAMETER)].every(
    ([, name = '', value = '']) =>
      name.toLowerCase() !== 'charset' || /^(?:utf-?8|"utf-?8")$/i.test(value.trim()),
  )
}
