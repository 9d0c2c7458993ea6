/**
 * The JSON Lines of OffeneRegister (https://offeneregister.de), a dump of German register entries by
 * OpenCorporates. Each line is one object; only the fields needed for `RegisterEntry` are read.
 */
import type { Row } from '../../../core/ingest/entry-source.ts'
import type { RegisterEntry, RejectReason } from '../../../core/ingest/register-entry.ts'
import type { Line } from '../files/line-splitter.ts'
import { type FormatFile, type RegisterFormat, rowsOfLines } from '../files/register-format.ts'
import { entryOfFields, type Move, OFFENE_REGISTER_NOTICE } from './entry.ts'
import { foreignFileCheck } from './foreign-files.ts'

/** OffeneRegister as JSON Lines. */
export const OFFENE_REGISTER_FORMAT: RegisterFormat = {
  name: 'offeneregister',
  notice: OFFENE_REGISTER_NOTICE,
  recognises: (_, database) => database === undefined,
  rows: readRows,
}

async function* readRows(file: FormatFile): AsyncGenerator<readonly Row[]> {
  const check = foreignFileCheck(file.path)
  // The lines of a file of another format are not counted as rejected rows of OffeneRegister.
  let first: readonly Row[] = []
  for await (const rows of rowsOfLines(file, rowOf)) {
    const isKnown = check(rows, false)
    const known = first.length === 0 ? rows : [...first, ...rows]
    first = isKnown ? [] : known
    if (isKnown) yield known
  }
  check([], true)
}

function rowOf({ number, text, fault }: Line): Row {
  if (fault !== undefined) return { line: number, reason: fault, text }
  const entry = readOffeneRegister(text)
  return typeof entry === 'string' ? { line: number, reason: entry, text } : { line: number, entry, text }
}

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
  const companyNumber = textOf(row.company_number)
  // A row without them is rejected for that reason, whatever its other fields are.
  if (name === '') return 'name_missing'
  if (companyNumber === '') return 'number_missing'
  const attributes = row.all_attributes ?? {}
  if (!isObject(attributes)) return 'field_type'
  return entryOfFields({
    ...{ companyNumber, name },
    currentStatus: textOf(row.current_status),
    registeredOffice: textOf(attributes.registered_office),
    registeredAddress: textOf(row.registered_address),
    previousNames: listOf(row.previous_names).map((former) => textOf(former.company_name)),
    moves: listOf(row.subsequent_registrations).map(moveOf),
    retrievedAt: textOf(row.retrieved_at),
  })
}

function moveOf(move: JsonObject): Move {
  return {
    previous: numberIn(move.previous_entity),
    subsequent: numberIn(move.subsequent_entity),
    endedOn: textOf(move.previous_registration_end_date),
  }
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
