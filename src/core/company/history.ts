/** The order of history entries, which does not depend on the order of imports. */
import { formatNumber, type RegisterKey } from '../../names/reading/register-number.ts'
import type { FormerName, FormerNumber } from './company.ts'

/**
 * Sorts names: dated ones first, the latest at the start, then the others by code unit. OffeneRegister sorts
 * its former names by letter and has no dates, so its order contains no information.
 */
export function inOrderOfNames(names: readonly FormerName[]): readonly FormerName[] {
  return names.toSorted((a, b) => laterFirst(a.until, b.until) || compareTexts(a.name, b.name))
}

/** Sorts numbers: dated ones first, the latest at the start, then the others by court and number. */
export function inOrderOfNumbers(numbers: readonly FormerNumber[]): readonly FormerNumber[] {
  return numbers.toSorted(
    (a, b) => laterFirst(a.until, b.until) || compareTexts(keyText(a.register), keyText(b.register)),
  )
}

/** Returns a register key as a text for comparison: `D2601V HRB 42243`. */
export function keyText(register: RegisterKey): string {
  return `${register.court} ${formatNumber(register)}`
}

/** Compares two texts by code unit, for `sort`. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function laterFirst(a: string | null, b: string | null): number {
  return compareTexts(b ?? '', a ?? '')
}
