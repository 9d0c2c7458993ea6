/**
 * The JSON Lines of OffeneRegister (https://offeneregister.de), a dump of German register entries by
 * OpenCorporates. Each line is one object; only the fields needed for `RegisterEntry` are read.
 */
import type { FormerNumber, SourceId } from '../../../core/company/company.ts'
import type { Row, SourceNotice } from '../../../core/ingest/entry-source.ts'
import {
  DAY_UNKNOWN,
  type RegisterEntry,
  type RejectReason,
  type SourceStatus,
} from '../../../core/ingest/register-entry.ts'
import type { Line } from '../files/line-splitter.ts'
import { type FormatFile, type RegisterFormat, rowsOfLines } from '../files/register-format.ts'
import { foreignFileCheck } from './foreign-files.ts'
import { parseSourceKey } from './source-key.ts'

const OFFENE_REGISTER = 'offeneregister' as SourceId

/** Title, licence and attribution of the source. */
export const OFFENE_REGISTER_NOTICE: SourceNotice = {
  source: OFFENE_REGISTER,
  title: 'OffeneRegister',
  licence: 'CC BY 4.0',
  attribution: 'from OpenCorporates',
}

/** OffeneRegister as JSON Lines. */
export const OFFENE_REGISTER_FORMAT: RegisterFormat = {
  name: 'offeneregister',
  notice: OFFENE_REGISTER_NOTICE,
  recognises: () => true,
  rows: readRows,
}

async function* readRows(file: FormatFile): AsyncGenerator<readonly Row[]> {
  const check = foreignFileCheck(file.path)
  for await (const rows of rowsOfLines(file, rowOf)) {
    check(rows, false)
    yield rows
  }
  check([], true)
}

function rowOf({ number, text, fault }: Line): Row {
  if (fault !== undefined) return { line: number, reason: fault, text }
  const entry = readOffeneRegister(text)
  return typeof entry === 'string' ? { line: number, reason: entry, text } : { line: number, entry, text }
}

/** The status words of the source; any other word is `unknown`. */
const STATUS_OF_WORD: ReadonlyMap<string, SourceStatus> = new Map([
  ['currently registered', 'active'],
  ['removed', 'removed'],
])

/** Thrown internally if a field does not have the type that the format requires. */
class FieldType extends Error {}

type JsonObject = Readonly<Record<string, unknown>>

/** Parses a line; returns the entry, or the reason why there is none. */
export function readOffeneRegister(line: string): RegisterEntry | RejectReason {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return 'broken_json'
  }
  if (!isObject(value)) return 'not_an_object'
  try {
    return entryOf(value)
  } catch (error) {
    if (error instanceof FieldType) return 'field_type'
    throw error
  }
}

function entryOf(row: JsonObject): RegisterEntry | RejectReason {
  const name = textOf(row.name)
  const sourceKey = textOf(row.company_number)
  if (name === '') return 'name_missing'
  if (sourceKey === '') return 'number_missing'
  const attributes = row.all_attributes ?? {}
  if (!isObject(attributes)) return 'field_type'
  const statusWord = textOf(row.current_status)
  return {
    source: OFFENE_REGISTER,
    sourceKey,
    number: parseSourceKey(sourceKey),
    name,
    status: STATUS_OF_WORD.get(statusWord) ?? 'unknown',
    statusWord,
    seat: textOf(attributes.registered_office),
    address: textOf(row.registered_address),
    registeredOn: null,
    formerNames: listOf(row.previous_names).map((former) => ({
      name: textOf(former.company_name),
      until: null,
    })),
    formerNumbers: listOf(row.subsequent_registrations).flatMap((move) => formerNumberOf(move, sourceKey)),
    asOf: dayOf(textOf(row.retrieved_at)),
  }
}

/**
 * Returns the former number of an entry from a move. A move is recorded in both of its entries with the same
 * content; only the later entry has a former number. A number that cannot be parsed is left out.
 */
function formerNumberOf(move: JsonObject, sourceKey: string): FormerNumber[] {
  const previous = numberIn(move.previous_entity)
  if (previous === '' || previous === sourceKey || numberIn(move.subsequent_entity) !== sourceKey) return []
  const until = dayOf(textOf(move.previous_registration_end_date))
  const key = parseSourceKey(previous)
  return key === undefined ? [] : [{ register: key.register, until: until === DAY_UNKNOWN ? null : until }]
}

function numberIn(entity: unknown): string {
  if (!isObject(entity) || !isObject(entity.entity_properties)) return ''
  return textOf(entity.entity_properties.company_number)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the text of a field; absent and null fields are the empty text. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new FieldType()
  return value
}

function listOf(value: unknown): readonly JsonObject[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every(isObject)) throw new FieldType()
  return value
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![0-9])/

function dayOf(time: string): string {
  return DAY.exec(time)?.[0] ?? DAY_UNKNOWN
}
