/** Joins the companies in the city of a row with those that were found without it. Pure. */

import { SAME_NAME_SCORE_MIN, SCORE_MIN, WHOLE_NAME_SCORE_MIN } from '../../names/ranking/rank.ts'
import { fold } from '../../names/text/fold.ts'
import type { MatchedCompany } from './row-matcher.ts'

/** The companies of both searches, the best first. */
interface JoinedPlaces {
  readonly companies: readonly MatchedCompany[]
  /** Whether the seat of the best company does not contain the city. */
  readonly isBestElsewhere: boolean
}

/**
 * Joins companies. `there`: found with the city as the whole seat. Of those found without it, one whose seat contains the city counts
 * as there. One elsewhere counts only if it has the name, unless none there is even similar; it is never certain, and comes behind one
 * there whose name has all words of the row.
 */
export function joinPlaces(
  city: string,
  there: readonly MatchedCompany[],
  anywhere: readonly MatchedCompany[],
): JoinedPlaces {
  const known = new Set(there.map(({ uuid }) => uuid))
  const { near = [], far = [] } = Object.groupBy(
    anywhere.filter(({ uuid }) => !known.has(uuid)),
    ({ seat }) => (containsCity(seat, city) ? 'near' : 'far'),
  )
  const local = [...there, ...near].toSorted(byScore)
  const best = local[0]?.score ?? 0
  const least = local.length === 0 ? SCORE_MIN : SAME_NAME_SCORE_MIN
  const most = best >= WHOLE_NAME_SCORE_MIN ? best : UNCERTAIN_MAX
  // A company that has the name and is there is not in doubt because of others with its name.
  const candidates = best >= SAME_NAME_SCORE_MIN ? [] : far
  const added = candidates
    .filter(({ score }) => score >= least)
    .map((company) => ({ ...company, score: Math.min(company.score, most) }))
  const companies = [...local, ...added].toSorted(byScore)
  return { companies, isBestElsewhere: companies.length > 0 && companies[0] !== local[0] }
}

/** Highest score of a company that is not certain. */
const UNCERTAIN_MAX = SAME_NAME_SCORE_MIN - 1

function byScore(a: MatchedCompany, b: MatchedCompany): number {
  return b.score - a.score
}

/** Whether a seat has the words of a city in a row: `Berlin und München`, `Frankfurt am Main`. */
function containsCity(seat: string, city: string): boolean {
  return wordsOf(seat).includes(wordsOf(city))
}

/** Returns the words between blanks: ` frankfurt am main `. */
function wordsOf(text: string): string {
  return ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
