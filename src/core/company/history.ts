/** The order in which history is listed: the same for every way in which it came together. */
import { formatNumber, type RegisterKey } from '../../names/reading/register-number.ts'
import type { FormerName, FormerNumber } from './company.ts'

/**
 * Dated names first, the latest at the head; then the others by code unit. (OffeneRegister sorts its former names
 * by letter and gives no dates, so its order tells nothing that could be kept.)
 */
export function inOrderOfNames(names: readonly FormerName[]): readonly FormerName[] {
  return names.toSorted((a, b) => laterFirst(a.until, b.until) || compareTexts(a.name, b.name))
}

/** Dated numbers first, the latest at the head; then the others by court and number. */
export function inOrderOfNumbers(numbers: readonly FormerNumber[]): readonly FormerNumber[] {
  return numbers.toSorted(
    (a, b) => laterFirst(a.until, b.until) || compareTexts(keyText(a.register), keyText(b.register)),
  )
}

/** A register key as one text, for comparing: `D2601V HRB 42243`. */
export function keyText(register: RegisterKey): string {
  return `${register.court} ${formatNumber(register)}`
}

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function laterFirst(a: string | null, b: string | null): number {
  return compareTexts(b ?? '', a ?? '')
}
