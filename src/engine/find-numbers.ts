/** Companies by register number, current and former. */
import { canonicalRegister } from '../names/company-uuid.ts'
import type { CourtCode } from '../names/court.ts'
import { relatedCourts } from '../names/court.ts'
import type { MatchReason } from '../names/rank.ts'
import { numberStep } from '../names/rank.ts'
import type { NumberQuestion, RegisterKey, RegisterType } from '../names/register-number.ts'
import { REGISTER_TYPES } from '../names/register-number.ts'
import type { CompanyFilter } from './company-filter.ts'
import type { HitPage, Run } from './hit-page.ts'
import type { Segment } from './segment.ts'
import { compareDocuments } from './segment.ts'
import type { TakenCompanies } from './taken-companies.ts'

/** A register number that answers the question as far as type, digits and suffix go. */
interface NumberMatch {
  readonly company: number
  readonly register: RegisterKey
  /** Today's court of the company. */
  readonly court: CourtCode
  readonly isFormer: boolean
  readonly isOtherSuffix: boolean
  readonly isRelated: boolean
}

/** A number and how near its court to look, one of `WIDTHS`; without courts the width means nothing. */
export interface WideQuestion extends NumberQuestion {
  readonly width: number
}

/**
 * A full number is one company: where the asked court's own register has it, that alone. Else whatever had the
 * number at that court or is there today; else the courts that merged with it. Without a court: every court.
 */
const WIDTHS = { own: 0, near: 1, related: 2 } as const

/** The least width at which a company that is not taken (or dead) answers; behind the widest when none does. */
export function numberWidth(segment: Segment, asked: NumberQuestion, taken: TakenCompanies): number {
  if (asked.courts.length === 0) return WIDTHS.own
  const matches = matchesOf(segment, asked).filter(({ company }) => !taken.has(company))
  const widths = Object.values(WIDTHS)
  return widths.find((width) => atWidth(matches, asked.courts, width).length > 0) ?? widths.length
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
  const matches = inAskedCourts(matchesOf(segment, asked), asked).filter(
    ({ company }) => filter === undefined || filter(company),
  )
  const steps = [...new Set(matches.map(stepOf))].sort((a, b) => a - b)
  for (const step of steps) {
    const inStep = matches.filter((match) => stepOf(match) === step)
    const runs = [false, true].map((isRelated) => {
      const documents = inStep.filter((match) => match.isRelated === isRelated).map((match) => match.company)
      return numberRun(segment, documents, step, score, isRelated)
    })
    page.take({ tier, step, otherForm: 0 }, runs)
  }
}

function stepOf(match: NumberMatch): number {
  return numberStep(match.isFormer, match.isOtherSuffix)
}

function numberRun(
  segment: Segment,
  documents: number[],
  step: number,
  score: number,
  isRelated: boolean,
): Run {
  const reasons: MatchReason[] = [step >= numberStep(true, false) ? 'former_number' : 'register_number']
  if (step % 2 === 1) reasons.push('other_suffix')
  if (isRelated) reasons.push('related_court')
  documents.sort((a, b) => compareDocuments(segment, a, b))
  return { documents, kind: 'number', score, matchedOn: 'number', reasons }
}

/** Every entry with these digits, this type and a suffix that goes with the asked one. */
function matchesOf(segment: Segment, asked: NumberQuestion): readonly NumberMatch[] {
  const { header, blocks } = segment
  const matches: NumberMatch[] = []
  const { numberDigits, numberKinds, numberOwners, numberCourts, numberSuffixes } = blocks
  for (let i = firstWithDigits(numberDigits, asked.digits); numberDigits[i] === asked.digits; i++) {
    const kind = numberKinds[i] as number
    const type = REGISTER_TYPES[kind >>> 1] as RegisterType
    if (asked.type !== undefined && asked.type !== type) continue
    const register: RegisterKey = {
      country: 'DE',
      court: header.courts[numberCourts[i] as number] as CourtCode,
      type,
      digits: asked.digits,
      suffix: header.suffixes[numberSuffixes[i] as number] as string,
    }
    const isOtherSuffix = suffixDiffers(register, asked.suffix)
    if (isOtherSuffix === undefined) continue
    const company = numberOwners[i] as number
    const court = header.courts[blocks.courts[company] as number] as CourtCode
    matches.push({ company, register, court, isFormer: (kind & 1) === 1, isOtherSuffix, isRelated: false })
  }
  return matches
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

/**
 * False: the suffix asked for, as the court's rule sees it. True: none was asked for and there is one, or one
 * was asked for and the register's data has none. `undefined`: another one.
 */
function suffixDiffers(register: RegisterKey, asked: string | undefined): boolean | undefined {
  if (asked === undefined && register.suffix === '') return false
  const own = canonicalRegister(register)
  const wanted = canonicalRegister({ ...register, suffix: asked ?? '' })
  if (own.suffix === wanted.suffix && own.court === wanted.court) return false
  if (asked === undefined || register.suffix === '') return true
  return undefined
}

function inAskedCourts(matches: readonly NumberMatch[], asked: WideQuestion): readonly NumberMatch[] {
  if (asked.courts.length === 0) return matches
  const isRelated = asked.width === WIDTHS.related
  const found = atWidth(matches, asked.courts, asked.width)
  return isRelated ? found.map((match) => ({ ...match, isRelated })) : found
}

function atWidth(
  matches: readonly NumberMatch[],
  courts: readonly CourtCode[],
  width: number,
): readonly NumberMatch[] {
  const own = new Set(courts.map(oldest))
  if (width === WIDTHS.own) {
    return matches.filter(
      ({ register, isFormer, isOtherSuffix }) =>
        own.has(oldest(register.court)) && !isFormer && !isOtherSuffix,
    )
  }
  const near =
    width === WIDTHS.near ? own : new Set(courts.flatMap((court) => relatedCourts(court).map(oldest)))
  if (width > WIDTHS.related) return []
  return matches.filter(({ register, court }) => near.has(oldest(register.court)) || near.has(oldest(court)))
}

/** A court under the code that stands for it in identities. */
function oldest(court: CourtCode): CourtCode {
  return canonicalRegister({ country: 'DE', court, type: 'HRB', digits: 1, suffix: '' }).court
}
