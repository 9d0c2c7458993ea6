/** The rows of what entries tell about the company of an LEI, and what they say. */
import type { CourtlessNumber } from '../../../core/company/lei.ts'
import type { Lei } from '../../../names/reading/lei.ts'

/** A number whose court is not known, with the name of its company. */
export interface NamedNumber extends CourtlessNumber {
  /** As `foldWhole` returns it. */
  readonly nameFolded: string
}

/** What an entry tells about the company of an LEI: the uuid of a register number, or a number without its court. */
export type LeiEntry = { readonly lei: Lei } & ({ readonly uuid: string } | { readonly number: NamedNumber })

/** A row of `lei_entries`. `uuid`: `null` if the other columns tell a number without its court. */
export interface LeiEntryRow {
  readonly lei: Lei
  readonly uuid: string | null
  readonly name_folded: string
  readonly type: CourtlessNumber['type']
  readonly digits: number
  readonly suffix: string
}

/** The columns of such a row after the entry. */
export type LeiEntryColumns = readonly [
  ...[lei: Lei, uuid: string | null, nameFolded: string | null],
  ...[type: string | null, digits: number | null, suffix: string | null],
]

/** Returns the columns of what an entry tells. */
export function leiEntryColumns(entry: LeiEntry): LeiEntryColumns {
  if ('uuid' in entry) return [entry.lei, entry.uuid, null, null, null, null]
  const { nameFolded, type, digits, suffix } = entry.number
  return [entry.lei, null, nameFolded, type, digits, suffix]
}

/** Returns what a row tells. */
export function leiEntryOf({ lei, uuid, name_folded, type, digits, suffix }: LeiEntryRow): LeiEntry {
  return uuid === null ? { lei, number: { nameFolded: name_folded, type, digits, suffix } } : { lei, uuid }
}
