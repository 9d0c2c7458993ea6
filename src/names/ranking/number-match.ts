/**
 * The rule of register numbers: which companies a number means, in which order, and why. Plain: every number of
 * every company is compared.
 */
import type { CourtCode, CourtGroup } from '../reading/court.ts'
import { relatedCourts } from '../reading/court.ts'
import { type ForeignQuery, foreignSearchKey } from '../reading/foreign-query.ts'
import { type GermanKey, isGerman, type NumberQuery, type RegisterKey } from '../reading/register-number.ts'
import { identifyingCourt, matchSuffix } from '../reading/register-suffix.ts'
import type { NameMatch } from './name-match.ts'
import type { MatchReason } from './rank.ts'
import { blockAScore, numberStep, type TIERS } from './rank.ts'

/** The numbers of a company. */
export interface NumberedCompany {
  readonly register: RegisterKey
  /** The court that keeps the register today. */
  readonly court: string
  readonly formerNumbers: readonly { readonly register: RegisterKey }[]
  readonly leis?: readonly { readonly lei: string }[]
}

/** A company with the number of a query; one may occur several times. */
export interface NumberMatch<Company> {
  readonly company: Company
  readonly match: NameMatch
}

type NumberTier = typeof TIERS.number | typeof TIERS.digitsAsNumber

/**
 * Returns the companies that the number of a German register means. `all` must contain every company with these
 * digits, filtered or not: whether a court's own register has the number decides how far it is searched.
 */
export function matchNumber<Company extends NumberedCompany>(
  all: readonly Company[],
  query: NumberQuery,
  tier: NumberTier,
): readonly NumberMatch<Company>[] {
  return query.courtGroups.flatMap((courts) => matchNumberAt(all, query, courts, tier))
}

/** One number of a company that a query may mean. */
interface Entry<Company> {
  readonly company: Company
  readonly register: GermanKey
  readonly isFormer: boolean
  /** The suffix is not that of the query. */
  readonly isOther: boolean
}

/** Widens the courts step by step. */
function matchNumberAt<Company extends NumberedCompany>(
  all: readonly Company[],
  query: NumberQuery,
  courts: CourtGroup,
  tier: NumberTier,
): readonly NumberMatch<Company>[] {
  const entries = all.flatMap((company) => entriesOf(company, query))
  const hits = (found: readonly Entry<Company>[], ...reasons: readonly MatchReason[]) =>
    found.map(({ company, isFormer, isOther }) => ({
      company,
      match: numberMatch(tier, isFormer, isOther, reasons),
    }))
  if (courts.length === 0) return hits(entries)
  const own = entries.filter(
    ({ register, isFormer, isOther }) => isAt(courts, register.court) && !isFormer && !isOther,
  )
  if (own.length > 0) return hits(own)
  const near = entries.filter((entry) => isNear(courts, entry))
  if (near.length > 0) return hits(near)
  const related = courts.flatMap((court) => relatedCourts(court))
  return hits(
    entries.filter((entry) => isNear(related, entry)),
    'related_court',
  )
}

function entriesOf<Company extends NumberedCompany>(
  company: Company,
  { digits, type, suffix }: NumberQuery,
): readonly Entry<Company>[] {
  const entries: Entry<Company>[] = []
  const add = (register: RegisterKey, isFormer: boolean) => {
    if (!isGerman(register) || register.digits !== digits) return
    if (type !== undefined && type !== register.type) return
    const match = matchSuffix(register.court, register.suffix, suffix)
    if (match !== 'different') entries.push({ company, register, isFormer, isOther: match === 'other' })
  }
  add(company.register, false)
  for (const { register } of company.formerNumbers) add(register, true)
  return entries
}

function isAt(courts: readonly CourtCode[], court: string): boolean {
  return courts.some((one) => identifyingCourt(one) === identifyingCourt(court as CourtCode))
}

function isNear(courts: readonly CourtCode[], { register, company }: Entry<NumberedCompany>): boolean {
  return isAt(courts, register.court) || isAt(courts, company.court)
}

/** Returns the companies with a number of a foreign register, or with an LEI. */
export function matchForeignNumber<Company extends NumberedCompany>(
  all: readonly Company[],
  { country, key, isLei }: ForeignQuery,
  tier: NumberTier,
): readonly NumberMatch<Company>[] {
  const isAsked = (register: RegisterKey) =>
    register.type === 'foreign' &&
    foreignSearchKey(register.number) === key &&
    (country === undefined || country === register.country)
  return all.flatMap((company) => {
    const { register, formerNumbers, leis = [] } = company
    const isCurrent = isLei ? leis.some(({ lei }) => lei === key) : isAsked(register)
    const isFormer = !isLei && formerNumbers.some((former) => isAsked(former.register))
    const hitOf = (isOfFormer: boolean) => ({ company, match: numberMatch(tier, isOfFormer, false, []) })
    return [...(isCurrent ? [hitOf(false)] : []), ...(isFormer ? [hitOf(true)] : [])]
  })
}

function numberMatch(
  tier: NumberTier,
  isFormer: boolean,
  isOtherSuffix: boolean,
  more: readonly MatchReason[],
): NameMatch {
  const reasons: readonly MatchReason[] = [
    isFormer ? 'former_number' : 'register_number',
    ...(isOtherSuffix ? (['other_suffix'] as const) : []),
    ...more,
  ]
  const step = numberStep(isFormer, isOtherSuffix)
  return { tier, step, otherForm: 0, kind: 'number', score: blockAScore(tier, 0, 0), reasons }
}
