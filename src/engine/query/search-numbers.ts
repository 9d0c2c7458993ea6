/** Searches companies by register number, current and former. */

import type { MatchReason } from '../../names/ranking/rank.ts'
import { numberStep } from '../../names/ranking/rank.ts'
import type { CourtCode, CourtGroup } from '../../names/reading/court.ts'
import { relatedCourts } from '../../names/reading/court.ts'
import { type ForeignQuery, foreignSearchKey } from '../../names/reading/foreign-query.ts'
import type { NumberQuery } from '../../names/reading/register-number.ts'
import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { courtIn, OTHER_TYPES } from '../format/company-rows.ts'
import type { SuffixTest } from '../format/court-rules.ts'
import { foreignHash } from '../format/foreign-numbers.ts'
import { groupEnd, numberOf } from '../format/index-reader.ts'
import type { CompanyFilter } from './company-filter.ts'
import type { Run } from './hit.ts'
import type { SearchContext } from './search-context.ts'
import type { SeenCompanies } from './seen-companies.ts'
import type { TopHits } from './top-hits.ts'

/**
 * A register number with a reach for each of its court groups, one of `REACHES`. For a number at any court the
 * reach has no effect.
 */
export interface NumberLookup extends NumberQuery {
  readonly reaches: readonly number[]
}

/**
 * How far a number is searched from the court of the query. A full number is one company: if the court's own
 * register has it, only that one is found (`own`). Otherwise all companies that had the number at that court
 * or are there today (`court`), otherwise the courts that merged with it (`related`). Without a court, all
 * courts are searched.
 */
const REACHES = { own: 0, court: 1, related: 2 } as const

/** Number of values of `numberStep`. */
const STEPS = 4

/** Companies by `numberStep`, ascending within each. */
type CompaniesByStep = readonly (readonly number[])[]

/**
 * Returns for each court group the narrowest reach with a company that is neither seen nor deleted; one
 * beyond the widest when there is none.
 */
export function numberReaches(
  context: SearchContext,
  number: NumberQuery,
  seen: SeenCompanies,
): readonly number[] {
  const reaches = Object.values(REACHES)
  const isUnseen = (company: number) => !seen.has(company)
  return number.courtGroups.map((courts) => {
    if (courts.length === 0) return REACHES.own
    const hasAnswer = (reach: number) =>
      companiesOf(context, number, courts, reach).some((companies) => companies.some(isUnseen))
    return reaches.find(hasAnswer) ?? reaches.length
  })
}

/** Numbers to look up: of a German register, of a foreign one, or of both. */
export interface NumberLookups {
  readonly german?: NumberLookup | undefined
  readonly foreign?: ForeignQuery | undefined
}

/** Adds all companies with one of the numbers to the hits, in `tier`. */
export function searchNumbers(
  context: SearchContext,
  { german, foreign }: NumberLookups,
  tier: number,
  score: number,
  filter: CompanyFilter,
  topHits: TopHits,
): void {
  const found = [
    ...(german === undefined ? [] : germanCompanies(context, german)),
    ...(foreign === undefined ? [] : [{ steps: foreignCompanies(context, foreign), isRelated: false }]),
  ]
  for (let step = 0; step < STEPS; step++) {
    const runs = found.flatMap(({ steps, isRelated }): Run[] => {
      const companies = steps[step] as readonly number[]
      const passing = filter === undefined ? companies : companies.filter(filter.passes)
      if (passing.length === 0) return []
      topHits.prefetch(passing)
      const reasons = reasonsOf(step, isRelated)
      return runsByRank(context, passing).map(
        (documents): Run => ({ documents, kind: 'number', score, matchedOn: 'number', reasons }),
      )
    })
    if (runs.length > 0) topHits.add({ tier, step, otherForm: 0 }, runs)
  }
}

/** Companies of one court group. */
interface FoundCompanies {
  readonly steps: CompaniesByStep
  /** Whether they are of courts that merged with those of the query. */
  readonly isRelated: boolean
}

function germanCompanies(context: SearchContext, number: NumberLookup): readonly FoundCompanies[] {
  return number.courtGroups.map((courts, i) => ({
    steps: companiesOf(context, number, courts, number.reaches[i] as number),
    isRelated: courts.length !== 0 && number.reaches[i] === REACHES.related,
  }))
}

/** Of a former number and of an LEI only the hash is stored: one of 2^31 others has the same. */
function foreignCompanies(
  context: SearchContext,
  { country, key, isLei = false }: ForeignQuery,
): CompaniesByStep {
  const { numberDigits, numberKinds, numberCourts, numberOwners } = context.sections
  const steps = Array.from({ length: STEPS }, (): number[] => [])
  const hash = foreignHash(key)
  for (let i = firstWithDigits(numberDigits, hash); numberDigits[i] === hash; i++) {
    const area = context.header.courts[numberCourts[i] as number]
    const owner = numberOwners[i] as number
    const kind = numberKinds[i] as number
    if ((kind >>> 1 === OTHER_TYPES.list) !== isLei) continue
    const isFormer = (kind & 1) === 1
    const isSame = isLei || isFormer || foreignSearchKey(numberOf(context, owner)) === key
    if (isSame && (country === undefined || country === area)) steps[numberStep(isFormer, false)]?.push(owner)
  }
  return steps
}

function reasonsOf(step: number, isRelated: boolean): readonly MatchReason[] {
  const reasons: MatchReason[] = [step >= numberStep(true, false) ? 'former_number' : 'register_number']
  if (step % 2 === 1) reasons.push('other_suffix')
  if (isRelated) reasons.push('related_court')
  return reasons
}

/**
 * Ascending companies are in order of rank as long as they have the same number of words and are of one zone.
 */
function runsByRank(context: SearchContext, companies: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = []
  let end = 0
  for (const company of companies) {
    if (company >= end || runs.length === 0) {
      runs.push([])
      end = groupEnd(context, company)
    }
    ;(runs.at(-1) as number[]).push(company)
  }
  return runs
}

/**
 * Returns the companies with these digits, this type and a compatible suffix, within the reach of one court
 * group.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop, as hundreds share a number
function companiesOf(
  context: SearchContext,
  number: NumberQuery,
  courts: CourtGroup,
  reach: number,
): CompaniesByStep {
  const { numberDigits, numberKinds, numberCourts, numberOwners, companyRows } = context.sections
  const steps = Array.from({ length: STEPS }, (): number[] => [])
  const type = number.type === undefined ? -1 : REGISTER_TYPES.indexOf(number.type)
  const isAnywhere = courts.length === 0
  const isOwn = !isAnywhere && reach === REACHES.own
  const flags = context.courtRules.courtFlags(courtsAt(courts, reach))
  const suffixMatch = context.courtRules.suffixTest(number.suffix)
  for (let i = firstWithDigits(numberDigits, number.digits); numberDigits[i] === number.digits; i++) {
    if (type >= 0 && (numberKinds[i] as number) >>> 1 !== type) continue
    const owner = numberOwners[i] as number
    const isNear = isAnywhere || flags[numberCourts[i] as number] === 1
    if (!isNear && (isOwn || flags[courtIn(companyRows, owner)] !== 1)) continue
    const step = stepOf(context, i, suffixMatch)
    if (step === 0 || (step > 0 && !isOwn)) steps[step]?.push(owner)
  }
  return steps
}

/** Returns the step of an entry; -1 when its suffix is different. */
function stepOf({ sections }: SearchContext, entry: number, suffixMatch: SuffixTest): number {
  const { numberCourts, numberSuffixes, numberKinds } = sections
  const match = suffixMatch(numberCourts[entry] as number, numberSuffixes[entry] as number)
  if (match === 'different') return -1
  return numberStep(((numberKinds[entry] as number) & 1) === 1, match === 'other')
}

function courtsAt(courts: CourtGroup, reach: number): readonly CourtCode[] {
  if (reach > REACHES.related) return []
  return reach === REACHES.related ? courts.flatMap(relatedCourts) : courts
}

function firstWithDigits(sorted: Uint32Array, digits: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < digits) low = middle + 1
    else high = middle
  }
  return low
}
