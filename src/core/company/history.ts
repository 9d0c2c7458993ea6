/** The order of history entries and LEIs, which does not depend on the order of imports. */
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

/** States of an LEI, from the one that stands for its company before others; all others come after them. */
const STATES = ['ISSUED', 'PENDING_TRANSFER', 'PENDING_ARCHIVAL', 'LAPSED', 'MERGED', 'RETIRED']

/** Sorts LEIs by their state, then by their text. A company should have only one, but some have two. */
export function inOrderOfLeis<T extends { readonly lei: string; readonly status: string }>(
  leis: readonly T[],
): readonly T[] {
  const rank = ({ status }: T) => (STATES.indexOf(status) + STATES.length + 1) % (STATES.length + 1)
  return leis.toSorted((a, b) => rank(a) - rank(b) || compareTexts(a.lei, b.lei))
}

/** Returns all names except the current one and the empty one, each once with its latest known day, in their order. */
export function mergeNames(current: string, names: readonly FormerName[]): readonly FormerName[] {
  const untilOf = new Map<string, string | null>()
  for (const { name, until } of names) untilOf.set(name, laterDay(untilOf.get(name) ?? null, until))
  untilOf.delete(current)
  untilOf.delete('')
  return inOrderOfNames([...untilOf].map(([name, until]) => ({ name, until })))
}

/** Returns the later of two days, of which `null` is earlier than every other. */
export function laterDay(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

/** Returns a register key as a text for comparison: `D2601V HRB 42243`, `GB SC123456`, `list customers 4711`. */
export function keyText(register: RegisterKey): string {
  if (register.type === 'list') return `list ${register.source} ${register.id}`
  const scheme = register.type === 'foreign' ? register.country : register.court
  return `${scheme} ${formatNumber(register)}`
}

/** Compares two texts by code unit, for `sort`. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function laterFirst(a: string | null, b: string | null): number {
  return compareTexts(b ?? '', a ?? '')
}
