/** Register numbers for the naive twin: every number of every company is looked at. */

import { blockAScore, numberStep } from '../../names/ranking/rank.ts'
import { canonicalRegister } from '../../names/reading/company-uuid.ts'
import type { CourtCode, CourtGroup } from '../../names/reading/court.ts'
import { relatedCourts } from '../../names/reading/court.ts'
import type { NumberQuery, RegisterKey } from '../../names/reading/register-number.ts'
import type { IndexedCompany } from '../types/indexed-company.ts'
import { type BruteForceHit, keyOf } from './brute-force-hit.ts'

/** Where the number leads in `all`, place by place as if no other were asked for. */
export function hitsByNumber(
  all: readonly IndexedCompany[],
  passing: readonly IndexedCompany[],
  asked: NumberQuery,
  tier: 1 | 8,
): readonly BruteForceHit[] {
  return asked.courtGroups.flatMap((courts) => hitsByNumberAt(all, passing, { ...asked, courts }, tier))
}

/** Court by court wider; only then the filter that `passing` has been through. */
function hitsByNumberAt(
  all: readonly IndexedCompany[],
  passing: readonly IndexedCompany[],
  asked: NumberQuery & { readonly courts: CourtGroup },
  tier: 1 | 8,
): readonly BruteForceHit[] {
  const entries = all.flatMap((company) => [
    { company, register: company.register, isFormer: false },
    ...company.formerNumbers.map(({ register }) => ({ company, register, isFormer: true })),
  ])
  const matches = entries.filter(({ register }) => {
    const isType = asked.type === undefined || asked.type === register.type
    const isSuffix = asked.suffix === undefined || register.suffix === '' || hasSuffix(register, asked.suffix)
    return register.digits === asked.digits && isType && isSuffix
  })
  type Match = (typeof matches)[number]
  const isAt = (courts: readonly CourtCode[], court: string) =>
    courts.map(oldest).includes(oldest(court as CourtCode))
  const isNear = (courts: readonly CourtCode[]) => (match: Match) =>
    isAt(courts, match.register.court) || isAt(courts, match.company.court)
  const isOwn = ({ register, isFormer }: Match) =>
    isAt(asked.courts, register.court) && !isFormer && hasSuffix(register, asked.suffix ?? '')
  const related = asked.courts.flatMap((court) => relatedCourts(court))
  const wider = [isOwn, isNear(asked.courts), isNear(related)].map((test) => matches.filter(test))
  const wide = asked.courts.length === 0 ? -1 : wider.findIndex((found) => found.length > 0)
  const found = asked.courts.length === 0 ? matches : (wider[wide] ?? [])
  return found
    .filter(({ company }) => passing.includes(company))
    .map(({ company, register, isFormer }) => {
      const isOther = !hasSuffix(register, asked.suffix ?? '')
      const reasons = [isFormer ? 'former_number' : 'register_number']
      if (isOther) reasons.push('other_suffix')
      if (wide === 2) reasons.push('related_court')
      const key = keyOf(company, tier, numberStep(isFormer, isOther), 0)
      const score = blockAScore(tier, 0, 0)
      return { key, kind: 'number', score, matchedName: company.name, matchedOn: 'number', reasons }
    })
}

function oldest(court: CourtCode): CourtCode {
  return canonicalRegister({ country: 'DE', court, type: 'HRB', digits: 1, suffix: '' }).court
}

/** As the rule of the court sees it. */
function hasSuffix(register: RegisterKey, suffix: string): boolean {
  const [own, wanted] = [register, { ...register, suffix }].map(canonicalRegister) as [
    RegisterKey,
    RegisterKey,
  ]
  return own.court === wanted.court && own.suffix === wanted.suffix
}
