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
/** Deepest nesting of objects and lists; fields below a few levels are no columns of a list. */
const DEPTH_MAX = 100
/** Most fields, values, objects and lists, which all rows have together: fifteen a row if there are as many rows as possible. */
export const VALUES_MAX = 15 * MATCH_ROWS_MAX
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
  else if (rows.length > MATCH_ROWS_MAX) throw tooManyRows()
  else faults.push(...firstFaults(rows))
  if (faults.length > 0) throw invalid(faults)
  return { rows: rows as SentRow[], deep: deep as boolean | undefined }
}

/** Returns the failure of a list with too many rows. */
export function tooManyRows(): Failure {
  return new Failure('payload_too_large', `more than ${MATCH_ROWS_MAX} rows`)
}

function parsed(text: string): unknown {
  if (text === '') throw invalid([{ field: '', reason: 'required' }])
  checkValues(text)
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([{ field: '', reason: 'syntax' }])
  }
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((text) => text.charCodeAt(0))
/** What a sign changes of the depth, and of the number of values: a comma begins one, too. */
const STEPS: ReadonlyMap<number, readonly [depth: number, values: number]> = new Map(
  (
    [
      ['[', [1, 1]],
      ['{', [1, 1]],
      [',', [0, 1]],
      [']', [-1, 0]],
      ['}', [-1, 0]],
    ] as const
  ).map(([sign, step]) => [sign.charCodeAt(0), step]),
)
const NO_STEP = [0, 0] as const

/**
 * Checks the values of a text before it is parsed: in 50 MiB there can be so many that they take gigabytes.
 *
 * @throws {Failure} `invalid_request` if they are nested too deep; `payload_too_large` if there are too many.
 */
function checkValues(text: string): void {
  let [depth, values] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    const step = STEPS.get(code) ?? NO_STEP
    depth += step[0]
    values += step[1]
    if (depth > DEPTH_MAX) throw invalid([{ field: '', reason: 'syntax' }])
    if (values > VALUES_MAX)
      throw new Failure('payload_too_large', `more than ${VALUES_MAX} fields and values`)
  }
}

/** Returns the place of the quote that ends the text that begins at this one. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

function firstFaults(rows: readonly unknown[]): readonly FailureDetail[] {
  const faults: FailureDetail[] = []
  for (const [place, row] of rows.entries()) {
    if (faults.length >= FAULTS_MAX) break
    faults.push(...faultsOfRow(row, place))
  }
  return faults
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
