/** The rows of a list that a client sends as JSON. Pure. */
import { Failure, type FailureDetail, type FaultReason } from '../failure.ts'
import { MATCH_ROWS_MAX } from './match-job.ts'

/** A row as it was sent. */
type SentRow = Readonly<Record<string, unknown>>

/** What a client sent. */
export interface SentRows {
  readonly rows: readonly SentRow[]
  /** `undefined`: not said. */
  readonly deep: boolean | undefined
}

const FIELDS = ['rows', 'deep']
/** Fields of a row that matching reads or that are for the client. */
const TEXTS = ['name', 'city', 'registration_number', 'ref']
/** Most faults that are reported together. */
const FAULTS_MAX = 100

/**
 * Reads `{"rows": [...], "deep"?: boolean}`.
 *
 * @throws {Failure} `invalid_request` with the place of each fault; `payload_too_large` for more than
 * `MATCH_ROWS_MAX` rows.
 */
export function readSentRows(text: string): SentRows {
  const sent = parsed(text)
  if (!isObject(sent)) throw invalid([{ field: '', reason: 'type' }])
  const unknown = Object.keys(sent).filter((name) => !FIELDS.includes(name))
  const { rows, deep } = sent
  const faults: FailureDetail[] = unknown.map((name) => fault(`/${name}`, 'unknown_field'))
  if (deep !== undefined && typeof deep !== 'boolean') faults.push(fault('/deep', 'type'))
  if (rows === undefined) faults.push(fault('/rows', 'required'))
  else if (!Array.isArray(rows)) faults.push(fault('/rows', 'type'))
  else if (rows.length === 0) faults.push(fault('/rows', 'too_short'))
  else if (rows.length > MATCH_ROWS_MAX) throw tooManyRows(rows.length)
  else faults.push(...rows.flatMap(faultsOfRow))
  if (faults.length > 0) throw invalid(faults)
  return { rows: rows as SentRow[], deep: deep as boolean | undefined }
}

/** Returns the failure of a list with too many rows. */
export function tooManyRows(count: number): Failure {
  return new Failure('payload_too_large', `${count} rows, of which ${MATCH_ROWS_MAX} are accepted`)
}

function parsed(text: string): unknown {
  if (text === '') throw invalid([{ field: '', reason: 'required' }])
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([{ field: '', reason: 'syntax' }])
  }
}

function faultsOfRow(row: unknown, place: number): readonly FailureDetail[] {
  if (!isObject(row)) return [fault(`/rows/${place}`, 'type')]
  const wrong = TEXTS.filter((name) => row[name] !== undefined && typeof row[name] !== 'string')
  const faults = wrong.map((name) => fault(`/rows/${place}/${name}`, 'type'))
  // One search for the whole list: a row that asks for another one would not get it.
  return row.deep === undefined ? faults : [...faults, fault(`/rows/${place}/deep`, 'unknown_field')]
}

function fault(field: string, reason: FaultReason): FailureDetail {
  return { field, reason }
}

function invalid(faults: readonly FailureDetail[]): Failure {
  return new Failure('invalid_request', 'the rows are invalid', faults.slice(0, FAULTS_MAX))
}

function isObject(value: unknown): value is SentRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
