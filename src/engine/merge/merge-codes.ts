/** Third step of a merge: unites the code tables and seats. Codes of the base stay the same. */

import { GrowingTexts } from '../build/growing-array.ts'
import { TextInterner } from '../build/name-collector.ts'
import type { ImageFacts } from '../format/image.ts'
import { readSeats } from '../format/index-reader.ts'
import type { BaseAndDelta, MergedImage } from './merge-order.ts'

const CODE_TABLES = ['forms', 'courts', 'suffixes', 'dates'] as const
/** The name of a code table. */
export type CodeTable = (typeof CODE_TABLES)[number]

/** The united code tables and seats. */
export interface MergedCodes {
  /** For the header. */
  readonly tables: Pick<ImageFacts, CodeTable>
  readonly seatTexts: GrowingTexts
  /** Code or seat of the delta → its new code. */
  readonly newOf: Readonly<Record<CodeTable | 'seats', Uint32Array>>
}

/** Unites the tables. @throws RangeError beyond 65,535 different texts in one of the tables. */
export function mergeCodes(images: BaseAndDelta<MergedImage>): MergedCodes {
  const [base, delta] = images
  const codes = CODE_TABLES.map((table) => [table, uniteTexts(base.header[table], delta.header[table], true)])
  const united = Object.fromEntries(codes) as Record<CodeTable, UnitedTexts>
  const seats = uniteTexts(readSeats(base.sections), readSeats(delta.sections), false)
  const seatTexts = new GrowingTexts()
  for (const seat of seats.texts) seatTexts.push(seat)
  const { forms, courts, suffixes, dates } = united
  return {
    tables: { forms: forms.texts, courts: courts.texts, suffixes: suffixes.texts, dates: dates.texts },
    seatTexts,
    newOf: {
      ...{ forms: forms.newOf, courts: courts.newOf, suffixes: suffixes.newOf, dates: dates.newOf },
      seats: seats.newOf,
    },
  }
}

interface UnitedTexts {
  readonly texts: readonly string[]
  /** Code in the second list → code in the united one. */
  readonly newOf: Uint32Array
}

function uniteTexts(first: Iterable<string>, second: Iterable<string>, isShort: boolean): UnitedTexts {
  const table = new TextInterner()
  for (const text of first) table.numberOf(text, isShort)
  return { newOf: Uint32Array.from(second, (text) => table.numberOf(text, isShort)), texts: table.texts }
}
