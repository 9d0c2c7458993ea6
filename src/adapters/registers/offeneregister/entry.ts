/** The entries of OffeneRegister (https://offeneregister.de), a dump of German register entries by OpenCorporates. Pure. */
import type { FormerNumber, SourceId } from '../../../core/company/company.ts'
import type { SourceNotice } from '../../../core/ingest/entry-source.ts'
import {
  DAY_UNKNOWN,
  type RegisterEntry,
  type RejectReason,
  type SourceStatus,
} from '../../../core/ingest/register-entry.ts'
import { parseSourceKey } from './source-key.ts'

const OFFENE_REGISTER = 'offeneregister' as SourceId

/** Title, licence and attribution of the source. */
export const OFFENE_REGISTER_NOTICE: SourceNotice = {
  source: OFFENE_REGISTER,
  title: 'OffeneRegister',
  licence: 'CC BY 4.0',
  attribution: 'from OpenCorporates',
}

/** The fields of an entry that are read, as the source has them; '' where it has none. */
export interface EntryFields {
  /** Court, register type and number: `D2601V_HRB42243`. */
  readonly companyNumber: string
  readonly name: string
  readonly previousNames: readonly string[]
  readonly currentStatus: string
  readonly registeredOffice: string
  readonly registeredAddress: string
  readonly moves: readonly Move[]
  readonly retrievedAt: string
}

/** A change of the number, which both of its entries may tell. */
export interface Move {
  readonly previous: string
  readonly subsequent: string
  /** Day on which the previous number ended. */
  readonly endedOn: string
}

/** The status words of the source; any other word is `unknown`. */
const STATUS_OF_WORD: ReadonlyMap<string, SourceStatus> = new Map([
  ['currently registered', 'active'],
  ['removed', 'removed'],
])

/** Returns the entry, or the reason why there is none. */
export function entryOfFields(fields: EntryFields): RegisterEntry | RejectReason {
  const { companyNumber: sourceKey, name, currentStatus } = fields
  if (name === '') return 'name_missing'
  if (sourceKey === '') return 'number_missing'
  return {
    source: OFFENE_REGISTER,
    sourceKey,
    number: parseSourceKey(sourceKey),
    name,
    status: STATUS_OF_WORD.get(currentStatus) ?? 'unknown',
    statusWord: currentStatus,
    seat: fields.registeredOffice,
    address: fields.registeredAddress,
    registeredOn: null,
    formerNames: fields.previousNames.map((former) => ({ name: former, until: null })),
    formerNumbers: fields.moves.flatMap((move) => formerNumberOf(move, sourceKey)),
    asOf: dayOf(fields.retrievedAt),
  }
}

/**
 * Returns the former number of an entry from a move. A move is recorded in both of its entries with the same
 * content; only the later entry has a former number. A number that cannot be parsed is left out.
 */
function formerNumberOf({ previous, subsequent, endedOn }: Move, sourceKey: string): FormerNumber[] {
  if (previous === '' || previous === sourceKey || subsequent !== sourceKey) return []
  const until = dayOf(endedOn)
  const key = parseSourceKey(previous)
  return key === undefined ? [] : [{ register: key.register, until: until === DAY_UNKNOWN ? null : until }]
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![0-9])/

/** Returns the day of a time; `DAY_UNKNOWN` if it has none. */
export function dayOf(time: string): string {
  return DAY.exec(time)?.[0] ?? DAY_UNKNOWN
}
