/** The rows of a list that a client sends as JSON. Pure. */
import { Failure, type FailureDetail, type FaultReason } from '../failure.ts'
import { MATCH_ROWS_MAX } from './match-job.ts'

/** A row as it was sent. */
type SentRow = Readonly<Record<string, unknown>>

const FIELDS = ['rows', 'deep']
/** Fields of a row that matching reads or that are for the client. */
const TEXTS = ['name', 'city', 'registration_number', 'ref']
/** Deepest nesting of objects and lists; fields below a few levels are no columns of a list. */
const DEPTH_MAX = 100
/** Most fields, values, objects and lists, which all rows have together: fifteen a row if there are as many rows as possible. */
export const VALUES_MAX = 15 * MATCH_ROWS_MAX
/** Largest row, in bytes of JSON. */
export const SENT_ROW_BYTES_MAX = 1024 * 1024
/** Most bytes of what stands around the rows: of a list of texts in place of rows, too. */
const AROUND_BYTES_MAX = 8 * 1024 * 1024
/** Most faults that are reported together. */
const FAULTS_MAX = 100
/** Lines that are written together, in characters. */
const LINES_CHARS = 64 * 1024

const codeOf = (sign: string) => sign.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA, SPACE] = [codeOf('"'), codeOf('\\'), codeOf(','), codeOf(' ')]
const SPACES: ReadonlySet<number> = new Set([...' \t\n\r'].map(codeOf))
/** What a sign outside texts changes of the depth. */
const STEPS: ReadonlyMap<number, number> = new Map([
  [codeOf('['), 1],
  [codeOf('{'), 1],
  [codeOf(']'), -1],
  [codeOf('}'), -1],
])
/** Depth between the rows, which stand in a list in an object. */
const BETWEEN_ROWS = 2
/** Stands in place of a row in what is around the rows. */
const ROW = Buffer.from('[]')

/**
 * Reads `{"rows": [...], "deep"?: boolean}` while it arrives, and parses each row alone: a JSON text of 50 MiB that is parsed at once
 * can take gigabytes.
 */
export class SentRows {
  readonly #around = new KeptBytes(AROUND_BYTES_MAX)
  readonly #row = new KeptBytes(SENT_ROW_BYTES_MAX)
  readonly #faults: { readonly place: number; readonly fault: FailureDetail }[] = []
  #depth = 0
  #values = 0
  /** Place among the rows, from 0. */
  #place = 0
  #rowCount = 0
  #isText = false
  #isEscaped = false
  #deep: boolean | undefined

  /** What the client has said; `undefined`: nothing. Known when all lines were read. */
  get deep(): boolean | undefined {
    return this.#deep
  }

  /**
   * Yields the rows as lines of JSON.
   *
   * @throws {Failure} `invalid_request` with the place of each fault; `payload_too_large` for more than `MATCH_ROWS_MAX` rows,
   * more than `VALUES_MAX` values, or a row of more than `SENT_ROW_BYTES_MAX` bytes.
   */
  async *lines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    let lines = ''
    for await (const part of parts) {
      for (const row of this.#read(part)) {
        lines += `${JSON.stringify(row)}\n`
        if (lines.length < LINES_CHARS) continue
        yield encoder.encode(lines)
        lines = ''
      }
    }
    this.#end()
    if (lines !== '') yield encoder.encode(lines)
  }

  *#read(part: Uint8Array): Generator<unknown> {
    let from = 0
    const keep = (to: number) => {
      const kept = this.#depth > BETWEEN_ROWS ? this.#row : this.#around
      kept.add(part.subarray(from, to))
      from = to
    }
    for (let at = 0; at < part.length; at++) {
      const code = part[at] as number
      const step = STEPS.get(code)
      if (this.#isText) this.#readText(code)
      else if (step !== undefined) {
        // A row has its brackets.
        keep(at + Number(step < 0))
        yield* this.#enter(step)
      } else if (this.#depth <= BETWEEN_ROWS && SPACES.has(code)) {
        keep(at)
        from = at + 1
        this.#around.addSpace()
      } else this.#readSign(code)
    }
    keep(part.length)
  }

  #readSign(code: number): void {
    if (code === QUOTE) this.#isText = true
    if (code === COMMA) this.#count(this.#depth === BETWEEN_ROWS)
  }

  #readText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === BACKSLASH) this.#isEscaped = true
    else if (code === QUOTE) this.#isText = false
  }

  #count(isRow: boolean): void {
    if (++this.#values > VALUES_MAX)
      throw new Failure('payload_too_large', `more than ${VALUES_MAX} fields and values`)
    if (isRow && ++this.#place >= MATCH_ROWS_MAX) throw tooManyRows()
  }

  /** Goes a bracket deeper or less deep; yields the row that ends with it. */
  *#enter(step: number): Generator<unknown> {
    this.#depth += step
    if (this.#depth < 0 || this.#depth > DEPTH_MAX) throw invalid([fault('', 'syntax')])
    if (step > 0) this.#count(false)
    if (this.#depth !== BETWEEN_ROWS) return
    if (step > 0) this.#place = 0
    else yield* this.#endRow()
  }

  *#endRow(): Generator<unknown> {
    this.#around.add(ROW)
    this.#rowCount++
    const row = parsed(this.#row.take())
    const faults = this.#faults.length < FAULTS_MAX ? faultsOfRow(row, this.#place) : []
    this.#faults.push(...faults.map((one) => ({ place: this.#place, fault: one })))
    if (this.#faults.length === 0) yield row
  }

  #end(): void {
    if (this.#around.length === 0) throw invalid([fault('', 'required')])
    if (this.#depth !== 0 || this.#isText) throw invalid([fault('', 'syntax')])
    const sent = parsed(this.#around.take())
    if (!isObject(sent)) throw invalid([fault('', 'type')])
    const { rows, deep } = sent
    const unknown = Object.keys(sent).filter((name) => !FIELDS.includes(name))
    const faults = unknown.map((name) => fault(`/${name}`, 'unknown_field'))
    if (deep !== undefined && typeof deep !== 'boolean') faults.push(fault('/deep', 'type'))
    faults.push(...this.#faultsOfRows(rows))
    if (faults.length > 0) throw invalid(faults)
    this.#deep = deep as boolean | undefined
    const isTwice = (rows as readonly unknown[]).length !== this.#rowCount
    if (isTwice) throw invalid([fault('/rows', 'syntax')])
  }

  /** `rows`: `[]` for each object and list, whose faults are known. */
  #faultsOfRows(rows: unknown): readonly FailureDetail[] {
    if (rows === undefined) return [fault('/rows', 'required')]
    if (!Array.isArray(rows)) return [fault('/rows', 'type')]
    if (rows.length === 0) return [fault('/rows', 'too_short')]
    const others = [...rows.keys()].filter((place) => !Array.isArray(rows[place])).slice(0, FAULTS_MAX)
    const faults = others.map((place) => ({ place, fault: fault(`/rows/${place}`, 'type') }))
    return [...this.#faults, ...faults].sort((a, b) => a.place - b.place).map((one) => one.fault)
  }
}

/** Bytes of a part of the body. */
class KeptBytes {
  readonly #max: number
  #bytes = Buffer.alloc(LINES_CHARS)
  length = 0

  constructor(max: number) {
    this.#max = max
  }

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length
    if (length > this.#max) throw new Failure('payload_too_large', `a value of more than ${this.#max} bytes`)
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.min(this.#max, 2 * length))
      larger.set(this.#bytes.subarray(0, this.length))
      this.#bytes = larger
    }
    this.#bytes.set(bytes, this.length)
    this.length = length
  }

  /** Adds a space unless there is one at the end. */
  addSpace(): void {
    if (this.length > 0 && this.#bytes[this.length - 1] !== SPACE) this.add(Buffer.of(SPACE))
  }

  /** Returns the text of the bytes, and removes them. */
  take(): string {
    const bytes = this.#bytes.subarray(0, this.length)
    this.length = 0
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw invalid([fault('', 'encoding')])
    }
  }
}

/** Returns the failure of a list with too many rows. */
export function tooManyRows(): Failure {
  return new Failure('payload_too_large', `more than ${MATCH_ROWS_MAX} rows`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([fault('', 'syntax')])
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
