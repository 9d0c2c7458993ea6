/**
 * Merging the records of one company. Pure. For entries with different dates the result does not depend
 * on their order: each fact is that of the source that counts most for it, and other names and numbers are kept beside it.
 */
import { pointsOfNumber, yearsInRegister } from '../../names/ranking/prominence.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import {
  type Company,
  type CompanyId,
  type CompanySource,
  FACTS,
  type Fact,
  type FormerNumber,
} from './company.ts'
import { mergeEvents } from './company-event.ts'
import type { IncomingCompany } from './company-writer.ts'
import { compareTexts, inOrderOfNumbers, keyText, laterDay } from './history.ts'
import { entryText, mergeNamesOf, shownOtherNames } from './merge-names.ts'
import { determines, isLater, latestOf, otherFactSources, sourcesOfFacts } from './precedence.ts'

/**
 * The fields of a company that can change, by their names in the API and the change log. `years_in_register`
 * changes when its points do (`prominence`), as an index has to follow.
 */
const CHANGE_FIELDS = [
  'name',
  'registration_number',
  'status',
  'legal_form',
  'register_court',
  'seat',
  'address',
  'registered_on',
  'years_in_register',
  'former_names',
  'former_numbers',
  'other_names',
  'events',
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
 * Merges an entry into a company. Each fact comes from the source that `determines` it among those that tell it; for the
 * same source and key the later import wins. `updatedAtMs` stays as it is.
 */
export function mergeCompany(stored: Company, incoming: IncomingCompany): MergedCompany {
  const company = mergeRecords(stored, newCompany(incoming, stored.uuid, stored.updatedAtMs))
  return { company, changed: changedFields(stored, company) }
}

/** Returns the company of an entry that is the first one of its company. */
export function newCompany(incoming: IncomingCompany, uuid: CompanyId, nowMs: number): Company {
  const { source: entry, otherNames = [], sameAs: _, lei: __, leiReference: ___, ...facts } = incoming
  const { source, sourceKey } = entry
  return {
    ...facts,
    uuid,
    events: mergeEvents([], incoming.events ?? []),
    otherNames: otherNames.map((name) => ({ name, source, sourceKey, kind: 'other' as const })),
    sources: [entry],
    factSources: {},
    leis: [],
    subsidiaries: 0,
    updatedAtMs: nowMs,
  }
}

/**
 * Merges two records of one company. `a` keeps its uuid; for the same version of an entry `b` counts as later.
 */
export function mergeRecords(a: Company, b: Company): Company {
  const sources = mergeSources(a.sources, b.sources)
  const [ofA, ofB] = [sourcesOfFacts(a), sourcesOfFacts(b)]
  const isFromB = (fact: Fact): boolean =>
    IS_TOLD[fact](b) && (!IS_TOLD[fact](a) || !determines(fact, ofA[fact], ofB[fact]))
  const taken = FACTS.filter(isFromB)
  const ofFacts = { ...ofA, ...Object.fromEntries(taken.map((fact) => [fact, ofB[fact]])) }
  const facts = {
    ...a,
    ...keyOfLater(a, b),
    ...Object.assign({}, ...taken.map((fact) => FIELDS_OF[fact](b))),
  } as Company
  const namesOfA = { ...a, nameSource: ofA.name, superseded: supersededBy(a, b, true) }
  const namesOfB = { ...b, nameSource: ofB.name, superseded: supersededBy(b, a, false) }
  const otherNumber = taken.includes('number') ? a.register : b.register
  return {
    ...facts,
    ...(taken.includes('name') ? mergeNamesOf(namesOfB, namesOfA) : mergeNamesOf(namesOfA, namesOfB)),
    formerNumbers: mergeNumbers(facts.register, [
      ...a.formerNumbers,
      ...b.formerNumbers,
      { register: otherNumber, until: null },
    ]),
    events: mergeEvents(a.events, b.events),
    sources,
    factSources: otherFactSources(toldOf(ofFacts, facts, latestOf(sources)), latestOf(sources)),
  }
}

/** Of two records with the same id of a list the later one tells the country. */
function keyOfLater(a: Company, b: Company): Partial<Pick<Company, 'register'>> {
  const isSame = b.register.type === 'list' && keyText(a.register) === keyText(b.register)
  return isSame && !isLater(latestOf(a.sources), latestOf(b.sources)) ? { register: b.register } : {}
}

/** Returns the fields in which a company differs from before. */
export function changedFields(before: Company, after: Company): readonly ChangeField[] {
  return CHANGE_FIELDS.filter((field) => VALUE_OF[field](before) !== VALUE_OF[field](after))
}

/** Returns the entries of a record of which the other record has a later version. */
function supersededBy(record: Company, other: Company, areEqualLater: boolean): ReadonlySet<string> {
  const dayOf = new Map(other.sources.map((source) => [entryText(source), source.asOf]))
  const isSuperseded = (source: CompanySource): boolean => {
    const day = dayOf.get(entryText(source))
    return day !== undefined && (day > source.asOf || (areEqualLater && day === source.asOf))
  }
  return new Set(record.sources.filter(isSuperseded).map(entryText))
}

type Facts = Pick<Company, 'register' | 'status' | 'statusWord' | 'seat' | 'address' | 'registeredOn'>

/** Whether a record tells a fact. The id of a list is no number. */
const IS_TOLD: Readonly<Record<Fact, (facts: Facts) => boolean>> = {
  name: () => true,
  number: ({ register }) => register.type !== 'list',
  status: ({ status, statusWord }) => status !== 'unknown' || statusWord !== '',
  seat: ({ seat }) => seat !== '',
  address: ({ address }) => address !== null,
  registered_on: ({ registeredOn }) => registeredOn !== null,
}

/** The fields of each fact. */
const FIELDS_OF: Readonly<Record<Fact, (from: Company) => Partial<Company>>> = {
  name: ({ name, form }) => ({ name, form }),
  number: ({ register, court }) => ({ register, court }),
  status: ({ status, statusWord }) => ({ status, statusWord }),
  seat: ({ seat }) => ({ seat }),
  address: ({ address }) => ({ address }),
  registered_on: ({ registeredOn }) => ({ registeredOn }),
}

/** A fact that no source tells counts as told by the latest one. */
function toldOf(
  ofFacts: Record<Fact, CompanySource>,
  facts: Facts,
  latest: CompanySource,
): Record<Fact, CompanySource> {
  const untold = FACTS.filter((fact) => !IS_TOLD[fact](facts))
  return { ...ofFacts, ...Object.fromEntries(untold.map((fact) => [fact, latest])) }
}

function mergeNumbers(current: RegisterKey, all: readonly FormerNumber[]): readonly FormerNumber[] {
  const numbers = new Map<string, FormerNumber>()
  for (const { register, until } of all) {
    if (register.type === 'list') continue
    const key = keyText(register)
    numbers.set(key, { register, until: laterDay(numbers.get(key)?.until ?? null, until) })
  }
  numbers.delete(keyText(current))
  return inOrderOfNumbers([...numbers.values()])
}

/** Returns the entries of both records, each in its later version. */
function mergeSources(a: readonly CompanySource[], b: readonly CompanySource[]): readonly CompanySource[] {
  const versions = new Map(a.map((source) => [entryText(source), source]))
  for (const source of b) {
    const before = versions.get(entryText(source))
    if (before === undefined || before.asOf <= source.asOf) versions.set(entryText(source), source)
  }
  return [...versions.values()].sort(
    (one, other) => compareTexts(one.source, other.source) || compareTexts(one.sourceKey, other.sourceKey),
  )
}

/** Converts each field to a text that is equal exactly when the field is. */
const VALUE_OF: Record<ChangeField, (company: Company) => string> = {
  name: ({ name }) => name,
  registration_number: ({ register }) => `${register.country} ${keyText(register)}`,
  status: ({ status, statusWord }) => `${status} ${statusWord}`,
  legal_form: ({ form }) => form,
  register_court: ({ court }) => court,
  seat: ({ seat }) => seat,
  address: ({ address }) => JSON.stringify(address),
  registered_on: ({ registeredOn }) => registeredOn ?? '',
  years_in_register: (company) => String(pointsOfNumber('years_in_register', yearsInRegister(company))),
  former_names: ({ formerNames }) => JSON.stringify(formerNames.map(({ name, until }) => [name, until])),
  former_numbers: ({ formerNumbers }) =>
    JSON.stringify(formerNumbers.map(({ register, until }) => [keyText(register), until])),
  events: ({ events }) => JSON.stringify(events.map(({ kind, date, source }) => [kind, date, source])),
  other_names: (company) =>
    JSON.stringify(shownOtherNames(company).map(({ name, source }) => [name, source])),
}
