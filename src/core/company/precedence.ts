/** Which source determines a fact if several tell it. Pure. */
import {
  type Company,
  type CompanySource,
  FACTS,
  type Fact,
  type FactSources,
  type SourceId,
} from './company.ts'
import { compareTexts } from './history.ts'

/**
 * What a source is: extracts of the register, facts that were taken out of its notices by a program, a register of its own that refers
 * to it, or a list of the operator.
 */
const SOURCE_KINDS = ['register', 'notices', 'reference', 'own'] as const
type SourceKind = (typeof SOURCE_KINDS)[number]

/** The kinds of the known sources; every other one is a list of the operator. */
const KIND_OF_SOURCE: ReadonlyMap<string, SourceKind> = new Map([
  ['offeneregister', 'register'],
  ['register-announcements', 'register'],
  ['xjustiz-si', 'register'],
  ['offeneregister-2022', 'notices'],
  ['gleif', 'reference'],
])

/** The registers of other countries, which are read by the mappings in `data/mappings`. */
const MAPPED_REGISTERS: ReadonlySet<string> = new Set(['companies-house', 'brreg', 'sirene'])

/** For each fact the kinds of sources, from the one that counts most. Kinds in one list count the same: there the day decides. */
const PRECEDENCE: Readonly<Record<Fact, readonly (readonly SourceKind[])[]>> = {
  name: [['register', 'notices'], ['reference'], ['own']],
  number: [['register', 'notices'], ['reference'], ['own']],
  status: [['register', 'notices'], ['reference'], ['own']],
  // Notices tell the place of the address, which is nearly always that of the seat.
  seat: [['register'], ['notices'], ['reference'], ['own']],
  // An operator knows the address of a business partner better than the register, which rarely tells one.
  address: [['own'], ['register', 'notices', 'reference']],
  registered_on: [['register'], ['notices'], ['reference'], ['own']],
}

/** Returns whether source `a` determines a fact and not source `b`, when both tell it. */
export function determines(fact: Fact, a: CompanySource, b: CompanySource): boolean {
  const ranks = PRECEDENCE[fact]
  const difference = rankOf(ranks, a.source) - rankOf(ranks, b.source)
  return difference === 0 ? isLater(a, b) : difference < 0
}

/**
 * Returns the day until which a name was valid if it is known that the source told it last: only the register dates names.
 * Other sources may keep a name for years after it changed.
 */
export function lastDayOfName({ source, asOf }: CompanySource): string | null {
  return ['register', 'notices'].includes(kindOf(source)) ? asOf : null
}

/** Returns whether the source is one of those whose formats are built in, and not a list of the operator. */
export function isBuiltIn(source: string): boolean {
  return KIND_OF_SOURCE.has(source)
}

/** Returns whether the source is a register that is read by the mapping of its name in `data/mappings`. */
export function isMappedRegister(source: string): boolean {
  return MAPPED_REGISTERS.has(source)
}

function kindOf(source: SourceId): SourceKind {
  return KIND_OF_SOURCE.get(source) ?? (isMappedRegister(source) ? 'register' : 'own')
}

function rankOf(ranks: readonly (readonly SourceKind[])[], source: SourceId): number {
  const kind = kindOf(source)
  return ranks.findIndex((kinds) => kinds.includes(kind))
}

/**
 * Returns whether `a` is later. On the same day the longer source key wins (an id that also contains the former court was
 * assigned later), then the greater one, then the greater source.
 */
export function isLater(a: CompanySource, b: CompanySource): boolean {
  const difference =
    compareTexts(a.asOf, b.asOf) ||
    a.sourceKey.length - b.sourceKey.length ||
    compareTexts(a.sourceKey, b.sourceKey) ||
    compareTexts(a.source, b.source)
  return difference > 0
}

/** Returns the latest of the sources. There is always one. */
export function latestOf(sources: readonly CompanySource[]): CompanySource {
  return sources.reduce((latest, source) => (isLater(source, latest) ? source : latest))
}

/** Returns the source of each fact of a company, those included that only the latest source tells. */
export function sourcesOfFacts({
  sources,
  factSources,
}: Pick<Company, 'sources' | 'factSources'>): Readonly<Record<Fact, CompanySource>> {
  const latest = latestOf(sources)
  return Object.fromEntries(FACTS.map((fact) => [fact, factSources[fact] ?? latest])) as Record<
    Fact,
    CompanySource
  >
}

/** Returns those of the sources of facts that are not the latest source. */
export function otherFactSources(
  ofFacts: Readonly<Record<Fact, CompanySource>>,
  latest: CompanySource,
): FactSources {
  const isOther = (source: CompanySource) => isLater(source, latest) || isLater(latest, source)
  return Object.fromEntries(
    FACTS.filter((fact) => isOther(ofFacts[fact])).map((fact) => [fact, ofFacts[fact]]),
  )
}
