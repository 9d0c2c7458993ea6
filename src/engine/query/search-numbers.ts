/** Companies by register number, current and former. */

import type { MatchReason } from '../../names/ranking/rank.ts'
import { numberStep } from '../../names/ranking/rank.ts'
import type { CourtCode, CourtGroup } from '../../names/reading/court.ts'
import { relatedCourts } from '../../names/reading/court.ts'
import type { NumberQuery } from '../../names/reading/register-number.ts'
import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { courtIn } from '../format/company-rows.ts'
import type { SuffixTest } from '../format/court-rules.ts'
import { groupEnd } from '../format/index-reader.ts'
import type { CompanyFilter } from './company-filter.ts'
import type { Run } from './hit.ts'
import type { SearchContext } from './search-context.ts'
import type { TakenCompanies } from './seen-companies.ts'
import type { HitPage } from './top-hits.ts'

/** A number and how near each of its places to look, one of `WIDTHS` a place; for every court the width means nothing. */
export interface WideQuestion extends NumberQuery {
  readonly widths: readonly number[]
}

/**
 * A full number is one company: where the asked court's own register has it, that alone. Else whatever had the
 * number at that court or is there today; else the courts that merged with it. Without a court: every court.
 */
const WIDTHS = { own: 0, near: 1, related: 2 } as const

/** Values of `numberStep`. */
const STEPS = 4

/** Companies by `numberStep`, ascending in each. */
type CompaniesByStep = readonly (readonly number[])[]

/** Of each place the least width at which a company that is not taken (or dead) answers; behind the widest when none does. */
export function numberWidths(
  segment: SearchContext,
  asked: NumberQuery,
  taken: TakenCompanies,
): readonly number[] {
  const widths = Object.values(WIDTHS)
  const isAnswer = (company: number) => !taken.has(company)
  return asked.courtGroups.map((courts) => {
    if (courts.length === 0) return WIDTHS.own
    const answers = (width: number) =>
      companiesOf(segment, asked, courts, width).some((companies) => companies.some(isAnswer))
    return widths.find(answers) ?? widths.length
  })
}

/** Takes all companies that the number leads to, under `tier`. */
export function findNumbers(
  segment: SearchContext,
  asked: WideQuestion,
  tier: number,
  score: number,
  filter: CompanyFilter,
  page: HitPage,
): void {
  const found = asked.courtGroups.map((courts, i) =>
    companiesOf(segment, asked, courts, asked.widths[i] as number),
  )
  for (let step = 0; step < STEPS; step++) {
    const runs = found.flatMap((steps, i): Run[] => {
      const companies = steps[step] as readonly number[]
      const passing = filter === undefined ? companies : companies.filter(filter.passes)
      if (passing.length === 0) return []
      page.touch(passing)
      const isRelated = asked.courtGroups[i]?.length !== 0 && asked.widths[i] === WIDTHS.related
      const reasons = reasonsOf(step, isRelated)
      return runsByRank(segment, passing).map(
        (documents): Run => ({ documents, kind: 'number', score, matchedOn: 'number', reasons }),
      )
    })
    if (runs.length > 0) page.take({ tier, step, otherForm: 0 }, runs)
  }
}

function reasonsOf(step: number, isRelated: boolean): readonly MatchReason[] {
  const reasons: MatchReason[] = [step >= numberStep(true, false) ? 'former_number' : 'register_number']
  if (step % 2 === 1) reasons.push('other_suffix')
  if (isRelated) reasons.push('related_court')
  return reasons
}

/** Ascending companies are in order of rank as long as their names have as many words and they are of one zone. */
function runsByRank(segment: SearchContext, companies: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = []
  let end = 0
  for (const company of companies) {
    if (company >= end || runs.length === 0) {
      runs.push([])
      end = groupEnd(segment, company)
    }
    ;(runs.at(-1) as number[]).push(company)
  }
  return runs
}

/** Whoever has these digits, this type and a suffix that goes with the asked one, within the width of one place. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: hundreds share a number; most are let go by their court here
function companiesOf(
  segment: SearchContext,
  asked: NumberQuery,
  courts: CourtGroup,
  width: number,
): CompaniesByStep {
  const { numberDigits, numberKinds, numberCourts, numberOwners, companyRows } = segment.blocks
  const steps = Array.from({ length: STEPS }, (): number[] => [])
  const type = asked.type === undefined ? -1 : REGISTER_TYPES.indexOf(asked.type)
  const isAnywhere = courts.length === 0
  const isOwn = !isAnywhere && width === WIDTHS.own
  const marked = segment.numbers.markCourts(courtsAt(courts, width))
  const verdictOf = segment.numbers.suffixTest(asked.suffix)
  for (let i = firstWithDigits(numberDigits, asked.digits); numberDigits[i] === asked.digits; i++) {
    if (type >= 0 && (numberKinds[i] as number) >>> 1 !== type) continue
    const owner = numberOwners[i] as number
    const isNear = isAnywhere || marked[numberCourts[i] as number] === 1
    if (!isNear && (isOwn || marked[courtIn(companyRows, owner)] !== 1)) continue
    const step = stepOf(segment, i, verdictOf)
    if (step === 0 || (step > 0 && !isOwn)) steps[step]?.push(owner)
  }
  return steps
}

/** Of an entry; -1 when it has another suffix. */
function stepOf({ blocks }: SearchContext, entry: number, verdictOf: SuffixTest): number {
  const { numberCourts, numberSuffixes, numberKinds } = blocks
  const verdict = verdictOf(numberCourts[entry] as number, numberSuffixes[entry] as number)
  if (verdict === 'different') return -1
  return numberStep(((numberKinds[entry] as number) & 1) === 1, verdict === 'other')
}

function courtsAt(courts: CourtGroup, width: number): readonly CourtCode[] {
  if (width > WIDTHS.related) return []
  return width === WIDTHS.related ? courts.flatMap(relatedCourts) : courts
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
