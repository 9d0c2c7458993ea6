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

/** Takes all companies that the number leads to, under `tier`. */
export function findNumbers(
  segment: Segment,
  asked: NumberQuestion,
  tier: number,
  score: number,
  filter: CompanyFilter,
  page: HitPage,
): void {
  const matches = inAskedCourts(matchesOf(segment, asked), asked.courts).filter(
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

/**
 * A full number is one company: where the asked court's own register has it, that alone. Else whatever had the
 * number at that court or is there today; else the courts that merged with it. Without a court: every court.
 */
function inAskedCourts(
  matches: readonly NumberMatch[],
  courts: readonly CourtCode[],
): readonly NumberMatch[] {
  if (courts.length === 0) return matches
  const asked = new Set(courts.map(oldest))
  const ofRegister = matches.filter((match) => asked.has(oldest(match.register.court)))
  const own = ofRegister.filter((match) => !match.isFormer && !match.isOtherSuffix)
  if (own.length > 0) return own
  const near = matches.filter(
    (match) => asked.has(oldest(match.register.court)) || asked.has(oldest(match.court)),
  )
  if (near.length > 0) return near
  const related = new Set(courts.flatMap((court) => relatedCourts(court).map(oldest)))
  return matches
    .filter((match) => related.has(oldest(match.register.court)) || related.has(oldest(match.court)))
    .map((match) => ({ ...match, isRelated: true }))
}

/** A court under the code that stands for it in identities. */
function oldest(court: CourtCode): CourtCode {
  return canonicalRegister({ country: 'DE', court, type: 'HRB', digits: 1, suffix: '' }).court
}
