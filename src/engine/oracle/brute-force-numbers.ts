/** Register numbers by brute force: every number of every company is checked. */

import { blockAScore, numberStep } from '../../names/ranking/rank.ts'
import { canonicalRegister } from '../../names/reading/company-uuid.ts'
import type { CourtCode, CourtGroup } from '../../names/reading/court.ts'
import { relatedCourts } from '../../names/reading/court.ts'
import { type ForeignQuery, foreignSearchKey } from '../../names/reading/foreign-query.ts'
import {
  type GermanKey,
  isGerman,
  type NumberQuery,
  type RegisterKey,
} from '../../names/reading/register-number.ts'
import type { IndexedCompany } from '../types/indexed-company.ts'
import { type BruteForceHit, keyOf } from './brute-force-hit.ts'

/** Returns the hits of a number query in `all`, each court group independently. */
export function hitsByNumber(
  all: readonly IndexedCompany[],
  passing: readonly IndexedCompany[],
  query: NumberQuery,
  tier: 1 | 8,
): readonly BruteForceHit[] {
  return query.courtGroups.flatMap((courts) => hitsByNumberAt(all, passing, { ...query, courts }, tier))
}

/** Widens the courts step by step, and filters by `passing` only at the end. */
function hitsByNumberAt(
  all: readonly IndexedCompany[],
  passing: readonly IndexedCompany[],
  query: NumberQuery & { readonly courts: CourtGroup },
  tier: 1 | 8,
): readonly BruteForceHit[] {
  const entries = all.flatMap((company) =>
    [
      { company, register: company.register, isFormer: false },
      ...company.formerNumbers.map(({ register }) => ({ company, register, isFormer: true })),
    ].flatMap(({ register, ...entry }) => (isGerman(register) ? [{ ...entry, register }] : [])),
  )
  const matches = entries.filter(({ register }) => {
    const isType = query.type === undefined || query.type === register.type
    const isSuffix = query.suffix === undefined || register.suffix === '' || hasSuffix(register, query.suffix)
    return register.digits === query.digits && isType && isSuffix
  })
  type Match = (typeof matches)[number]
  const isAt = (courts: readonly CourtCode[], court: string) =>
    courts.map(oldest).includes(oldest(court as CourtCode))
  const isNear = (courts: readonly CourtCode[]) => (match: Match) =>
    isAt(courts, match.register.court) || isAt(courts, match.company.court)
  const isOwn = ({ register, isFormer }: Match) =>
    isAt(query.courts, register.court) && !isFormer && hasSuffix(register, query.suffix ?? '')
  const related = query.courts.flatMap((court) => relatedCourts(court))
  const steps = [isOwn, isNear(query.courts), isNear(related)].map((test) => matches.filter(test))
  const step = query.courts.length === 0 ? -1 : steps.findIndex((found) => found.length > 0)
  const found = query.courts.length === 0 ? matches : (steps[step] ?? [])
  return found
    .filter(({ company }) => passing.includes(company))
    .map(({ company, register, isFormer }) => {
      const isOther = !hasSuffix(register, query.suffix ?? '')
      const hit = numberHit(company, tier, isFormer, isOther)
      return step === 2 ? { ...hit, reasons: [...hit.reasons, 'related_court'] } : hit
    })
}

/** Returns the hits of a number of a foreign register, or of an LEI. */
export function hitsByForeignNumber(
  passing: readonly IndexedCompany[],
  { country, key, isLei }: ForeignQuery,
  tier: 1 | 8,
): readonly BruteForceHit[] {
  if (isLei) {
    const found = passing.filter(({ leis = [] }) => leis.some(({ lei }) => lei === key))
    return found.map((company) => numberHit(company, tier, false, false))
  }
  const isAsked = (register: RegisterKey) =>
    register.type === 'foreign' &&
    foreignSearchKey(register.number) === key &&
    (country === undefined || country === register.country)
  return passing.flatMap((company) => [
    ...(isAsked(company.register) ? [numberHit(company, tier, false, false)] : []),
    ...(company.formerNumbers.some(({ register }) => isAsked(register))
      ? [numberHit(company, tier, true, false)]
      : []),
  ])
}

function numberHit(
  company: IndexedCompany,
  tier: 1 | 8,
  isFormer: boolean,
  isOtherSuffix: boolean,
): BruteForceHit {
  const reasons = [isFormer ? 'former_number' : 'register_number', ...(isOtherSuffix ? ['other_suffix'] : [])]
  const key = keyOf(company, tier, numberStep(isFormer, isOtherSuffix), 0)
  const score = blockAScore(tier, 0, 0)
  return { key, kind: 'number', score, matchedName: company.name, matchedOn: 'number', reasons }
}

function oldest(court: CourtCode): CourtCode {
  return canonicalRegister({ country: 'DE', court, type: 'HRB', digits: 1, suffix: '' }).court
}

/** Compares the suffix by the rule of the court. */
function hasSuffix(register: GermanKey, suffix: string): boolean {
  const [own, wanted] = [register, { ...register, suffix }].map(canonicalRegister) as [GermanKey, GermanKey]
  return own.court === wanted.court && own.suffix === wanted.suffix
}
