/** Takes an address line apart as far as that is safe. Pure. */
import type { Address } from '../company/company.ts'

/** `Am Bückle 3, 79804 Dogern.`: anything, then five digits and a place without digits or commas, to the end. */
const WITH_POSTCODE = /(?:^|, )(\d{5}) ([^\d,;:]{2,60})$/

/** What a few hundred entries of the source carry behind the address. */
const NOT_ADDRESS = /\s*Vertretungsregelung:.*$/

/**
 * The address as it is written, with postcode and city where the line ends in both. `null` when there is nothing.
 * Many addresses of the source end at their first full stop (`Hauptstr.`): they are kept, without postcode.
 */
export function readAddress(line: string): Address | null {
  const text = line.replace(NOT_ADDRESS, '')
  if (text === '') return null
  const match = WITH_POSTCODE.exec(text)
  if (match === null) return { text, postcode: null, city: null }
  return { text, postcode: match[1]!, city: withoutFullStop(match[2]!) }
}

/** The full stop that ends the line goes; that of a shortened last word (`Neumarkt i.d.OPf.`) stays. */
function withoutFullStop(city: string): string {
  const place = city.replace(/\.{2,}$/, '.')
  return place.endsWith('.') && !/\.\S+\.$/.test(place) ? place.slice(0, -1) : place
}
