/**
 * Legal entities of GLEIF (https://www.gleif.org) as entries. The record of a legal entity is the same in every form
 * of file: CSV and JSON of the golden copy (LEI-CDF 3.1), and JSON of the API.
 */
import type { SourceId } from '../../../core/company/company.ts'
import type { SourceNotice } from '../../../core/ingest/entry-source.ts'
import { DAY_UNKNOWN, type RegisterEntry, type RejectReason } from '../../../core/ingest/register-entry.ts'
import type { CourtCode } from '../../../names/reading/court.ts'
import { readLei } from '../../../names/reading/lei.ts'
import { isGerman, type RegisterKey } from '../../../names/reading/register-number.ts'
import { countryOf, registeredAt } from './registration-authority.ts'

/** Title, licence and attribution of the source. */
export const GLEIF_NOTICE: SourceNotice = {
  source: 'gleif' as SourceId,
  title: 'GLEIF LEI data',
  licence: 'CC0 1.0',
  attribution: 'LEI data by GLEIF',
}

/** A name of a legal entity beside its legal name, with its type in the words of GLEIF. */
export interface TypedName {
  readonly name: string
  readonly type: string
}

/** The fields of a legal entity that are read, as they are in its file; '' where the file has none. */
export interface LeiRecord {
  readonly lei: string
  readonly name: string
  readonly otherNames: readonly TypedName[]
  readonly addressLines: readonly string[]
  readonly postcode: string
  readonly city: string
  readonly addressCountry: string
  /** `DE`, `US-DE`. */
  readonly jurisdiction: string
  readonly category: string
  /** A code of ISO 20275. */
  readonly form: string
  readonly authority: string
  readonly authorityNumber: string
  /** `ACTIVE` or `INACTIVE`: of the company. */
  readonly entityStatus: string
  /** `ISSUED`, `LAPSED` …: of the LEI. */
  readonly leiStatus: string
  /** Date and time of the last update of the record. */
  readonly updated: string
}

/** States of an LEI that stands for no legal entity, or for one that has another LEI. */
const VOID_STATES: ReadonlySet<string> = new Set(['DUPLICATE', 'ANNULLED', 'CANCELLED'])

/** A former name in the words of GLEIF. */
const FORMER_NAME = 'PREVIOUS_LEGAL_NAME'

/** Returns the entry of a record, or the reason why there is none. */
export function entryOfLei(record: LeiRecord): RegisterEntry | RejectReason {
  const lei = readLei(record.lei)
  if (lei === undefined) return 'lei_invalid'
  if (record.name === '') return 'name_missing'
  if (VOID_STATES.has(record.leiStatus)) return 'lei_void'
  const country = countryOf(record.jurisdiction, record.addressCountry)
  const { register, courtless } = registeredAt(record.authority, record.authorityNumber, country)
  // Sole proprietors are natural persons. Only those that the commercial register publishes are kept.
  if (record.category === 'SOLE_PROPRIETOR' && register === undefined && courtless === undefined) {
    return 'natural_person'
  }
  const ownKey: RegisterKey = { country, type: 'list', source: GLEIF_NOTICE.source, id: lei }
  const key = register ?? ownKey
  return {
    source: GLEIF_NOTICE.source,
    sourceKey: lei,
    number: { register: key, court: isGerman(key) ? key.court : ('' as CourtCode) },
    name: record.name,
    elfCode: record.form,
    ...statusOf(record.entityStatus),
    seat: record.city,
    address: addressOf(record),
    // The day of foundation is known, but not the day of the entry in a register.
    registeredOn: null,
    formerNames: record.otherNames
      .filter(({ type }) => type === FORMER_NAME)
      .map(({ name }) => ({ name, until: null })),
    formerNumbers: [],
    otherNames: record.otherNames.filter(({ type }) => type !== FORMER_NAME).map(({ name }) => name),
    // An earlier file may have told the company without a number that can be used.
    ...(register !== undefined && { sameAs: [ownKey] }),
    lei: { lei, status: record.leiStatus, courtless: courtless ?? null },
    asOf: DAY.exec(record.updated)?.[0] ?? DAY_UNKNOWN,
  }
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/

function statusOf(word: string): Pick<RegisterEntry, 'status' | 'statusWord'> {
  const status = word === 'ACTIVE' ? 'active' : word === 'INACTIVE' ? 'removed' : 'unknown'
  return { status, statusWord: status === 'unknown' ? '' : word }
}

function addressOf({ addressLines, postcode, city }: LeiRecord): string {
  return [...addressLines, `${postcode} ${city}`.trim()].filter((part) => part !== '').join(', ')
}
