/** Companies by register number, current and former. */
import type { CourtCode } from '../names/court.ts'
import { relatedCourts } from '../names/court.ts'
import type { MatchReason } from '../names/rank.ts'
import { numberStep } from '../names/rank.ts'
import type { NumberQuestion } from '../names/register-number.ts'
import { REGISTER_TYPES } from '../names/register-number.ts'
import type { CompanyFilter } from './company-filter.ts'
import { courtIn } from './company-rows.ts'
import type { Run } from './found-hit.ts'
import type { HitPage } from './hit-page.ts'
import type { SuffixTest } from './number-rules.ts'
import type { Segment } from './segment.ts'
import { groupEnd } from './segment.ts'
import type { TakenCompanies } from './taken-companies.ts'

/** A number and how near its court to look, one of `WIDTHS`; without courts the width means nothing. */
export interface WideQuestion extends NumberQuestion {
  readonly width: number
}

/**
 * A full number is one company: where the asked court's own register has it, that alone. Else whatever had the
 * number at that court or is there today; else the courts that merged with it. Without a court: every court.
 */
const WIDTHS = { own: 0, near: 1, related: 2 } as const

/** Companies by `numberStep`, ascending in each. */
type CompaniesByStep = readonly (readonly number[])[]

/** The least width at which a company that is not taken (or dead) answers; behind the widest when none does. */
export function numberWidth(segment: Segment, asked: NumberQuestion, taken: TakenCompanies): number {
  if (asked.courts.length === 0) return WIDTHS.own
  const widths = Object.values(WIDTHS)
  const isAnswer = (company: number) => !taken.has(company)
  const answers = (width: number) =>
    companiesOf(segment, { ...asked, width }).some((companies) => companies.some(isAnswer))
  return widths.find(answers) ?? widths.length
}

/** Takes all companies that the number leads to, under `tier`. */
export function findNumbers(
  segment: Segment,
  asked: WideQuestion,
  tier: number,
  score: number,
  filter: CompanyFilter,
  page: HitPage,
): void {
  const isRelated = asked.courts.length > 0 && asked.width === WIDTHS.related
  companiesOf(segment, asked).forEach((companies, step) => {
    const passing = filter === undefined ? companies : companies.filter(filter.passes)
    if (passing.length === 0) return
    page.touch(passing)
    const reasons = reasonsOf(step, isRelated)
    const runs = runsByRank(segment, passing).map(
      (documents): Run => ({ documents, kind: 'number', score, matchedOn: 'number', reasons }),
    )
    page.take({ tier, step, otherForm: 0 }, runs)
  })
}

function reasonsOf(step: number, isRelated: boolean): readonly MatchReason[] {
  const reasons: MatchReason[] = [step >= numberStep(true, false) ? 'former_number' : 'register_number']
  if (step % 2 === 1) reasons.push('other_suffix')
  if (isRelated) reasons.push('related_court')
  return reasons
}

/** Ascending companies are in order of rank as long as their names have as many words and they are of one zone. */
function runsByRank(segment: Segment, companies: readonly number[]): readonly (readonly number[])[] {
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

/** Whoever has these digits, this type and a suffix that goes with the asked one, within the width. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: hundreds share a number; most are let go by their court here
function companiesOf(segment: Segment, asked: WideQuestion): CompaniesByStep {
  const { numberDigits, numberKinds, numberCourts, numberOwners, companyRows } = segment.blocks
  const steps: number[][] = [[], [], [], []]
  const type = asked.type === undefined ? -1 : REGISTER_TYPES.indexOf(asked.type)
  const isAnywhere = asked.courts.length === 0
  const isOwn = !isAnywhere && asked.width === WIDTHS.own
  const marked = segment.numbers.markCourts(courtsAt(asked.courts, asked.width))
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
function stepOf({ blocks }: Segment, entry: number, verdictOf: SuffixTest): number {
  const { numberCourts, numberSuffixes, numberKinds } = blocks
  const verdict = verdictOf(numberCourts[entry] as number, numberSuffixes[entry] as number)
  if (verdict === 'different') return -1
  return numberStep(((numberKinds[entry] as number) & 1) === 1, verdict === 'other')
}

function courtsAt(courts: readonly CourtCode[], width: number): readonly CourtCode[] {
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
