/** The ids of OffeneRegister: `D2601V_HRB42243`, with court, register type and number in one text. */
import type { EntryNumber } from '../../../core/ingest/register-entry.ts'
import { courtByCode, numberCourt } from '../../../names/reading/court.ts'
import { type GermanKey, registerType } from '../../../names/reading/register-number.ts'

type GermanEntryNumber = EntryNumber & { readonly register: GermanKey }

const SOURCE_KEY =
  /^([a-z]\d{4}[a-z]?)(?:_([a-z]\d{4}[a-z]?))?_(hra|hrb|gnr|pr|vr|gsr)(\d{1,9})([a-zäöü]{0,3})$/

/**
 * Parses an id: `D2601V_HRB42243`, or with a former court `P2408_P2409_HRB764`, whose number belongs to the
 * former court. Returns `undefined` for another format or an unknown court.
 */
export function parseSourceKey(id: string): GermanEntryNumber | undefined {
  const match = SOURCE_KEY.exec(id.trim().normalize('NFC').toLowerCase())
  if (match === null) return undefined
  const court = courtByCode(match[1]!.toUpperCase())?.code
  const former = match[2] === undefined ? court : courtByCode(match[2].toUpperCase())?.code
  if (court === undefined || former === undefined) return undefined
  const register: GermanKey = {
    country: 'DE',
    court: match[2] === undefined ? court : numberCourt(court, former),
    type: registerType(match[3]!)!,
    digits: Number(match[4]),
    suffix: match[5]!.toUpperCase(),
  }
  return { register, court }
}
