/** Parses an address line as far as that is reliable. Pure. */
import type { Address } from '../company/company.ts'

/**
 * `Am Bückle 3, 79804 Dogern.`: any text, then five digits and a place without digits or commas, at the end.
 */
const WITH_POSTCODE = /(?:^|, )(\d{5}) ([^\d,;:]{2,60})$/

/** What begins a text that a few hundred entries of the source have after the address. */
const NOT_ADDRESS = 'Vertretungsregelung:'

/**
 * Parses an address: the text, with postcode and city if the line ends with both; `null` if it is empty. Many
 * addresses of the source end at their first full stop (`Hauptstr.`): they are kept without a postcode.
 */
export function readAddress(line: string): Address | null {
  const end = line.indexOf(NOT_ADDRESS)
  const text = end < 0 ? line : line.slice(0, end).trimEnd()
  if (text === '') return null
  const match = WITH_POSTCODE.exec(text)
  if (match === null) return { text, postcode: null, city: null }
  return { text, postcode: match[1]!, city: withoutFullStop(match[2]!) }
}

/**
 * Removes the full stop that ends the line, but not that of an abbreviated last word (`Neumarkt i.d.OPf.`).
 */
function withoutFullStop(city: string): string {
  const place = city.replace(/(?<!\.)\.{2,}$/, '.')
  return place.endsWith('.') && !/\.[^\s.]+\.$/.test(place) ? place.slice(0, -1) : place
}
