/** The columns of a register key, in `companies` and `former_numbers`. */
import type { CountryCode } from '../../../names/reading/country.ts'
import type { CourtCode } from '../../../names/reading/court.ts'
import type { ForeignKey, RegisterKey, RegisterType } from '../../../names/reading/register-number.ts'

/**
 * The values of a key. A foreign number is in `suffix`; of a company of a list, the source is in `court` and the
 * id in `suffix`.
 */
export type RegisterColumns = readonly [
  ...[country: string, court: string, type: string, digits: number, suffix: string],
]

/** Returns the columns of a key. */
export function registerColumns(register: RegisterKey): RegisterColumns {
  const { country, type } = register
  if (type === 'foreign') return [country, '', type, 0, register.number]
  if (type === 'list') return [country, register.source, type, 0, register.id]
  return [country, register.court, type, register.digits, register.suffix]
}

/** Returns the key of these columns. */
export function registerOf(...[country, court, type, digits, suffix]: RegisterColumns): RegisterKey {
  if (type === 'foreign') return { country: country as ForeignKey['country'], type, number: suffix }
  if (type === 'list') return { country: country as CountryCode | '', type, source: court, id: suffix }
  return { country: 'DE', court: court as CourtCode, type: type as RegisterType, digits, suffix }
}
