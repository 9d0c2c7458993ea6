/** Companies by register number, current and former. */
import type { CourtCode } from '../names/court.ts'
import { relatedCourts } from '../names/court.ts'
import type { MatchReason } from '../names/rank.ts'
import { numberStep } from '../names/rank.ts'
import type { NumberQuestion } from '../names/register-number.ts'
import { REGISTER_TYPES } from '../names/register-number.ts'
import type { CompanyFilter } from './company-filter.ts'
import type { HitPage, Run } from './hit-page.ts'
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
    const passing = filter === undefined ? companies : companies.filter(filter)
    if (passing.length === 0) return
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
function companiesOf(segment: Segment, asked: WideQuestion): CompaniesByStep {
  const { numberDigits, numberKinds, numberOwners } = segment.blocks
  const type = asked.type === undefined ? -1 : REGISTER_TYPES.indexOf(asked.type)
  const steps: number[][] = [[], [], [], []]
  const isAnswer = answerTest(segment, asked)
  for (let i = firstWithDigits(numberDigits, asked.digits); numberDigits[i] === asked.digits; i++) {
    const kind = numberKinds[i] as number
    if (type >= 0 && kind >>> 1 !== type) continue
    const step = stepOf(segment, i, asked.suffix)
    if (step >= 0 && isAnswer(i, step)) steps[step]?.push(numberOwners[i] as number)
  }
  return steps
}

/** Of an entry; -1 when it has another suffix. */
function stepOf({ blocks, numbers }: Segment, entry: number, suffix: string | undefined): number {
  const court = blocks.numberCourts[entry] as number
  const verdict = numbers.suffixVerdict(court, blocks.numberSuffixes[entry] as number, suffix)
  if (verdict === 'different') return -1
  return numberStep(((blocks.numberKinds[entry] as number) & 1) === 1, verdict === 'other')
}

/** Whether an entry is near enough. */
function answerTest(segment: Segment, asked: WideQuestion): (entry: number, step: number) => boolean {
  const { blocks, numbers } = segment
  if (asked.courts.length === 0) return () => true
  const marked = numbers.markCourts(courtsAt(asked.courts, asked.width))
  const isHere = (entry: number) => marked[blocks.numberCourts[entry] as number] === 1
  if (asked.width === WIDTHS.own) return (entry, step) => step === 0 && isHere(entry)
  return (entry) =>
    isHere(entry) || marked[blocks.courts[blocks.numberOwners[entry] as number] as number] === 1
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
