/**
 * What is known of a company after one more entry tells of it. Pure, and as far as entries carry different
 * days the same in whatever order they come: the newest look decides the facts of today, older ones add history.
 */
import { formatNumber, type RegisterKey } from '../../names/register-number.ts'
import type { Company, CompanySource, FormerName, FormerNumber } from './company.ts'
import type { IncomingCompany } from './company-store.ts'

/** What can change in a company, by the names that the API uses; the change log tells them. */
const CHANGE_FIELDS = [
  'name',
  'registration_number',
  'status',
  'legal_form',
  'register_court',
  'seat',
  'address',
  'registered_on',
  'former_names',
  'former_numbers',
] as const
export type ChangeField = (typeof CHANGE_FIELDS)[number]

export interface MergedCompany {
  readonly company: Company
  /** Empty when the entry tells nothing new. */
  readonly changed: readonly ChangeField[]
}

/**
 * The entry decides the facts when no other source of the company looked later. The day being equal, the longer
 * source key wins (an id that also names the former court was given later), then the greater one; of the same
 * source key the later import. `updatedAtMs` stays as it is.
 */
export function mergeCompany(stored: Company, incoming: IncomingCompany): MergedCompany {
  const isNewest = stored.sources.every((source) => !isLater(source, incoming.source))
  const [facts, older] = isNewest ? [incoming, stored] : [stored, incoming]
  const company: Company = {
    ...stored,
    ...factsOf(facts),
    formerNames: mergeNames(facts, [
      ...older.formerNames,
      { name: older.name, until: lastLook(isNewest ? stored.sources : [incoming.source]) },
    ]),
    formerNumbers: mergeNumbers(facts, [...older.formerNumbers, { register: older.register, until: null }]),
    sources: mergeSources(stored.sources, incoming.source),
  }
  return {
    company,
    changed: CHANGE_FIELDS.filter((field) => VALUE_OF[field](stored) !== VALUE_OF[field](company)),
  }
}

function isLater(source: CompanySource, than: CompanySource): boolean {
  if (source.asOf !== than.asOf) return source.asOf > than.asOf
  const longer = source.sourceKey.length - than.sourceKey.length
  return longer === 0 ? source.sourceKey > than.sourceKey : longer > 0
}

function factsOf(
  from: Company | IncomingCompany,
): Omit<IncomingCompany, 'formerNames' | 'formerNumbers' | 'source'> {
  const { name, register, court, status, statusWord, form, seat, address, registeredOn } = from
  return { name, register, court, status, statusWord, form, seat, address, registeredOn }
}

function lastLook(sources: readonly CompanySource[]): string | null {
  return sources.reduce<string | null>((last, { asOf }) => (last === null || asOf > last ? asOf : last), null)
}

/**
 * All former names but the current one. The newest entry's own order is kept where it tells all of them;
 * else the dated ones come first, newest first, then the others by letter, so that no order of imports shows.
 */
function mergeNames(facts: Company | IncomingCompany, more: readonly FormerName[]): readonly FormerName[] {
  const untilOf = new Map<string, string | null>()
  for (const { name, until } of [...facts.formerNames, ...more]) {
    untilOf.set(name, laterDay(untilOf.get(name) ?? null, until))
  }
  untilOf.delete(facts.name)
  const own = facts.formerNames.filter(({ name }) => name !== facts.name)
  if (own.length === untilOf.size) return own.map(({ name }) => ({ name, until: untilOf.get(name) ?? null }))
  const names = [...untilOf].map(([name, until]) => ({ name, until }))
  return names.sort((a, b) => compare(b.until ?? '', a.until ?? '') || compare(a.name, b.name))
}

function mergeNumbers(
  facts: Company | IncomingCompany,
  more: readonly FormerNumber[],
): readonly FormerNumber[] {
  const numbers = new Map<string, FormerNumber>()
  for (const { register, until } of [...facts.formerNumbers, ...more]) {
    const key = keyText(register)
    numbers.set(key, { register, until: laterDay(numbers.get(key)?.until ?? null, until) })
  }
  numbers.delete(keyText(facts.register))
  return [...numbers].sort(([a], [b]) => compare(a, b)).map(([, number]) => number)
}

function mergeSources(stored: readonly CompanySource[], incoming: CompanySource): readonly CompanySource[] {
  const isSame = (source: CompanySource): boolean =>
    source.source === incoming.source && source.sourceKey === incoming.sourceKey
  const before = stored.find(isSame)
  if (before !== undefined && before.asOf > incoming.asOf) return stored
  return [...stored.filter((source) => !isSame(source)), incoming].sort(
    (a, b) => compare(a.source, b.source) || compare(a.sourceKey, b.sourceKey),
  )
}

function laterDay(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function keyText(register: RegisterKey): string {
  return `${register.court} ${formatNumber(register)}`
}

/** Each field as a text that is equal exactly when the field is. */
const VALUE_OF: Record<ChangeField, (company: Company) => string> = {
  name: ({ name }) => name,
  registration_number: ({ register }) => keyText(register),
  status: ({ status, statusWord }) => `${status} ${statusWord}`,
  legal_form: ({ form }) => form,
  register_court: ({ court }) => court,
  seat: ({ seat }) => seat,
  address: ({ address }) => JSON.stringify(address),
  registered_on: ({ registeredOn }) => registeredOn ?? '',
  former_names: ({ formerNames }) => JSON.stringify(formerNames.map(({ name, until }) => [name, until])),
  former_numbers: ({ formerNumbers }) =>
    JSON.stringify(formerNumbers.map(({ register, until }) => [keyText(register), until])),
}
