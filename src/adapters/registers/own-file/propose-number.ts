/** Proposes the columns of the register number. Pure. */

import type { ColumnFact } from '../../../core/ingest/column-names.ts'
import { countryByText } from '../../../names/reading/country-name.ts'
import { readNumber } from '../../../names/reading/register-number.ts'
import { MOST, share } from './column-values.ts'
import type { PlacedColumns } from './place-columns.ts'

/** The columns of the register number. */
export interface ProposedNumber {
  readonly columns: Readonly<Partial<Record<ColumnFact, string>>>
  readonly isMapped: boolean
  readonly notes: readonly string[]
}

const NONE: ProposedNumber = { columns: {}, isMapped: false, notes: [] }

/** Returns the columns, or none if German numbers have no type or no court: their rows would be rejected. */
export function proposeNumber(placed: PlacedColumns): ProposedNumber {
  const number = placed.get('number')?.[0]
  if (number !== undefined && isForeign(placed.get('country')?.[0]?.values ?? []))
    return { columns: { number: number.name, ...courtOf(placed) }, isMapped: true, notes: [] }
  if (number === undefined || share(number.values, hasType) < MOST) return proposeParts(placed)
  if (!placed.has('court') && share(number.values, hasCourt) < MOST) return notMapped(number.name, NO_COURT)
  return { columns: { number: number.name, ...courtOf(placed) }, isMapped: true, notes: [] }
}

const NO_COURT = 'no court, and no column has one'
const NO_TYPE = 'no register type such as HRB, and no column has one'

/** Returns the columns of a number whose parts are columns of their own. */
function proposeParts(placed: PlacedColumns): ProposedNumber {
  const nameOf = (fact: ColumnFact) => placed.get(fact)?.[0]?.name
  const digits = nameOf('register_digits') ?? nameOf('number')
  const type = nameOf('register_type')
  if (digits === undefined) return NONE
  if (type === undefined) return notMapped(digits, NO_TYPE)
  if (!placed.has('court')) return notMapped(digits, NO_COURT)
  const suffix = nameOf('register_suffix')
  const parts = { register_type: type, register_digits: digits }
  return {
    columns: { ...courtOf(placed), ...parts, ...(suffix !== undefined && { register_suffix: suffix }) },
    ...{ isMapped: true, notes: [] },
  }
}

function courtOf(placed: PlacedColumns): ProposedNumber['columns'] {
  const court = placed.get('court')?.[0]?.name
  return court === undefined ? {} : { court }
}

function notMapped(column: string, why: string): ProposedNumber {
  const note = `The numbers of the column ${JSON.stringify(column)} have ${why}: they are not used.`
  return { ...NONE, notes: [note] }
}

function isForeign(countries: readonly string[]): boolean {
  return share(countries, (country) => countryByText(country) !== 'DE') > 1 - MOST
}

function hasType(text: string): boolean {
  return readNumber(text)?.type !== undefined
}

function hasCourt(text: string): boolean {
  const groups = readNumber(text)?.courtGroups.filter((group) => group.length > 0) ?? []
  return groups.length === 1
}
