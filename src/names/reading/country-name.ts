/** The countries by their German and English names. */
import { fold } from '../text/fold.ts'
import { COUNTRY_CODES, type CountryCode, isCountryCode } from './country.ts'

/** Other names that lists have. */
const OTHER_NAMES: Readonly<Record<string, CountryCode>> = {
  d: 'DE',
  brd: 'DE',
  'bundesrepublik deutschland': 'DE',
  'federal republic of germany': 'DE',
  uk: 'GB',
  england: 'GB',
  'great britain': 'GB',
  grossbritannien: 'GB',
  holland: 'NL',
  usa: 'US',
  'united states of america': 'US',
  'czech republic': 'CZ',
  'tschechische republik': 'CZ',
}

const BY_NAME: ReadonlyMap<string, CountryCode> = new Map([
  ...['de', 'en'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return COUNTRY_CODES.map((code) => [fold(names.of(code) ?? code), code] as const)
  }),
  ...Object.entries(OTHER_NAMES),
])

/** Returns the country that a text names by its code (ISO 3166-1 alpha-2) or its German or English name. */
export function countryByText(text: string): CountryCode | undefined {
  const code = text.trim().toUpperCase()
  return isCountryCode(code) ? code : BY_NAME.get(fold(text).trim())
}
