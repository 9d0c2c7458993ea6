/**
 * Where a company is registered, as an index stores it in place of a court: the code of its German court, or else
 * of its country; '' if that is unknown. So both need the room of one.
 */

import type { CountryCode } from './country.ts'
import { courtName } from './court.ts'
import { isGerman, type RegisterKey } from './register-number.ts'

const COUNTRY_CHARS = 2

/** Returns the area of a company. */
export function areaOf({
  register,
  court,
}: {
  readonly register: RegisterKey
  readonly court: string
}): string {
  return isGerman(register) ? court : register.country
}

/** Returns the country of an area; '' if it is unknown. */
export function countryOfArea(area: string): CountryCode | '' {
  return isCourt(area) ? 'DE' : (area as CountryCode | '')
}

/** Returns the name of an area's court; '' if it has none. */
export function courtNameOfArea(area: string): string {
  return isCourt(area) ? courtName(area) : ''
}

function isCourt(area: string): boolean {
  return area.length > COUNTRY_CHARS
}
