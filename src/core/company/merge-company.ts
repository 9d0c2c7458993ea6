/**
 * Merging an entry into a stored company. Pure. For entries with different dates the result does not depend
 * on their order: the newest date determines the present facts, older ones add history.
 */
import type { Company, CompanySource, FormerName, FormerNumber } from './company.ts'
import type { IncomingCompany } from './company-store.ts'
import { compareTexts, inOrderOfNames, inOrderOfNumbers, keyText } from './history.ts'

/** The fields of a company that can change, by their names in the API and the change log. */
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
/** One of `CHANGE_FIELDS`. */
export type ChangeField = (typeof CHANGE_FIELDS)[number]

/** The result of a merge. */
export interface MergedCompany {
  readonly company: Company
  /** The changed fields; empty if the entry contains nothing new. */
  readonly changed: readonly ChangeField[]
}

/**
 * Merges an entry into a company. The entry determines the facts if no other source of the company is later.
 * On the same day the longer source key wins (an id that also contains the former court was assigned later),
 * then the greater one; for the same source key the later import. `updatedAtMs` stays as it is.
 */
export function mergeCompany(stored: Company, incoming: IncomingCompany): MergedCompany {
  const isNewest = stored.sources.every((source) => !isLater(source, incoming.source))
  const [facts, older] = isNewest ? [incoming, stored] : [stored, incoming]
  const company: Company = {
    ...stored,
    ...factsOf(facts),
    formerNames: mergeNames(facts, [
      ...older.formerNames,
      { name: older.name, until: latestAsOf(isNewest ? stored.sources : [incoming.source]) },
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

function latestAsOf(sources: readonly CompanySource[]): string | null {
  return sources.reduce<string | null>((last, { asOf }) => (last === null || asOf > last ? asOf : last), null)
}

/** All names except the current one, each with the latest known day. */
function mergeNames(facts: Company | IncomingCompany, more: readonly FormerName[]): readonly FormerName[] {
  const untilOf = new Map<string, string | null>()
  for (const { name, until } of [...facts.formerNames, ...more]) {
    untilOf.set(name, laterDay(untilOf.get(name) ?? null, until))
  }
  untilOf.delete(facts.name)
  return inOrderOfNames([...untilOf].map(([name, until]) => ({ name, until })))
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
  return inOrderOfNumbers([...numbers.values()])
}

function mergeSources(stored: readonly CompanySource[], incoming: CompanySource): readonly CompanySource[] {
  const isSame = (source: CompanySource): boolean =>
    source.source === incoming.source && source.sourceKey === incoming.sourceKey
  const before = stored.find(isSame)
  if (before !== undefined && before.asOf > incoming.asOf) return stored
  return [...stored.filter((source) => !isSame(source)), incoming].sort(
    (a, b) => compareTexts(a.source, b.source) || compareTexts(a.sourceKey, b.sourceKey),
  )
}

function laterDay(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

/** Converts each field to a text that is equal exactly when the field is. */
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
