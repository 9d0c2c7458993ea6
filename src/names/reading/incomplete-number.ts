/** A register number whose court is not fully typed yet: `HRB 6684 Mün`. */
import { type CourtCode, courtsWithPrefix } from './court.ts'
import { readNumber } from './register-number.ts'

/** A number without its court, and the courts that the rest of the text is a prefix of. */
export interface IncompleteNumber {
  readonly number: string
  readonly courts: readonly CourtCode[]
}

/** The number and what follows its digits. */
const NUMBER_AND_REST = /^(.*?\d)[\s,.;:/()-]+(\p{L}[^\d]*)$/u

/** Reads a number before the prefix of a court. Returns `undefined` if the text is anything else. */
export function incompleteNumber(text: string): IncompleteNumber | undefined {
  const match = NUMBER_AND_REST.exec(text)
  if (match === null) return undefined
  const [, number = '', rest = ''] = match
  const read = readNumber(number)
  if (read === undefined || read.courtGroups.some((courts) => courts.length > 0)) return undefined
  const courts = courtsWithPrefix(rest)
  return courts.length === 0 ? undefined : { number, courts }
}
