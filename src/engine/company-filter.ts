/** The filters of a question, turned into one look-up table each. */
import { foldWhole } from '../names/fold.ts'
import { REGISTER_TYPES } from '../names/register-number.ts'
import type { RowField } from './company-rows.ts'
import { courtIn, formIn, seatIn, statusIn, typeIn } from './company-rows.ts'
import { INDEX_STATUSES } from './indexed-company.ts'
import type { IndexQuestion } from './question.ts'
import type { Segment } from './segment.ts'
import { seatOf } from './segment.ts'

/** Says whether a company passes; `undefined` where the question has no filter. */
export type CompanyFilter = ((company: number) => boolean) | undefined

/** What `read` tells of a company must be marked in `marked`. */
interface Test {
  readonly read: RowField
  readonly marked: Uint8Array
}

export function companyFilter(segment: Segment, question: IndexQuestion, cities: SeatsByCity): CompanyFilter {
  const { header, blocks } = segment
  const tests: Test[] = []
  const add = (read: RowField, codes: readonly string[], wanted: readonly string[] | undefined) => {
    if (wanted !== undefined) tests.push({ read, marked: mark(codes, wanted) })
  }
  add(statusIn, INDEX_STATUSES, question.status)
  add(formIn, header.forms, question.legalForm)
  add(typeIn, REGISTER_TYPES, question.registerType)
  add(courtIn, header.courts, question.court)
  if (question.city !== undefined) tests.push({ read: seatIn, marked: cities.mark(question.city) })
  if (tests.length === 0) return undefined
  const rows = blocks.companyRows
  return (company) => tests.every(({ read, marked }) => marked[read(rows, company)] === 1)
}

function mark(codes: readonly string[], wanted: readonly string[]): Uint8Array {
  return Uint8Array.from(codes, (code) => (wanted.includes(code) ? 1 : 0))
}

/** Seats by their folded spelling; made at the first question for a city. */
export class SeatsByCity {
  readonly #segment: Segment
  #seats: Map<string, number[]> | undefined

  constructor(segment: Segment) {
    this.#segment = segment
  }

  mark(cities: readonly string[]): Uint8Array {
    this.#seats ??= readSeats(this.#segment)
    const marked = new Uint8Array(this.#segment.blocks.seatStarts.length - 1)
    for (const city of cities) for (const seat of this.#seats.get(city) ?? []) marked[seat] = 1
    return marked
  }
}

function readSeats(segment: Segment): Map<string, number[]> {
  const seats = new Map<string, number[]>()
  for (let seat = 0; seat < segment.blocks.seatStarts.length - 1; seat++) {
    const city = foldWhole(seatOf(segment, seat))
    const known = seats.get(city)
    if (known === undefined) seats.set(city, [seat])
    else known.push(seat)
  }
  return seats
}
