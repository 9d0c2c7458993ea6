/** How much of a query's words a name answers, and how much of the name's words the query speaks of. */
import type { CandidateName, NameQuery } from './name-pair.ts'
import type { WordLink } from './word-alignment.ts'
import { isMisspeltForm } from './word-weight.ts'

export interface Coverage {
  /** Weight of the query's words that words of the name answer, like words for less than the same. */
  readonly matched: number
  /** Words of the query that only the company's seat answers. */
  readonly matchedBySeat: number
  /** Words without an answer; slips of a form are none. */
  readonly queryUnmatched: number
  readonly nameUnmatched: number
  /** Slips of a form on either side. */
  readonly formTypos: number
  /** Shares of the weight that is answered. */
  readonly queryShare: number
  readonly nameShare: number
}

/** What a word of the seat in the name weighs where the query leaves it out. */
export const SEAT_WEIGHT_SHARE = 0.3
/** What a word of the query is worth that only the seat answers. */
export const SEAT_MATCH_SHARE = 0.9
/** Of words of one sound, and of one and what it may mean (`wordsMeant`). */
const DOUBTFUL_MATCH_SHARE = 0.75
/** Cost (`wordLikeness`) at which a word would be worth nothing. */
const WORTHLESS_COST = 150

/** What every like word answers at least, a little more than is needed to be shown: else a whole name with slips might not be. */
const MATCH_SHARE_MIN = 0.61

/** What a like word answers: no more than the more frequent of the two tells, but never too little to be shown. */
export function matchWeight(
  { kind, cost }: Pick<WordLink, 'kind' | 'cost'>,
  queryWeight: number,
  nameWeight: number,
): number {
  if (kind === 'same') return queryWeight
  const isDoubtful = kind === 'sound' || kind === 'abbreviation'
  const share = isDoubtful ? DOUBTFUL_MATCH_SHARE : 1 - cost / WORTHLESS_COST
  return Math.max(
    MATCH_SHARE_MIN * queryWeight,
    share * (kind === 'joined' ? queryWeight : Math.min(queryWeight, nameWeight)),
  )
}

/** Of each word, by its place: what is answered of it; -1 where it has no answer. */
type MatchedWeights = Float64Array

export function coverageOf(asked: NameQuery, name: CandidateName, links: readonly WordLink[]): Coverage {
  const queryMatched = new Float64Array(asked.words.length).fill(-1)
  const nameMatched = new Float64Array(name.words.length).fill(-1)
  for (const link of links) {
    for (let i = link.queryFrom; i < link.queryTo; i++) {
      queryMatched[i] = matchWeight(link, asked.weights[i] as number, name.weights[link.nameFrom] as number)
    }
    for (let j = link.nameFrom; j < link.nameTo; j++) {
      nameMatched[j] = matchWeight(link, name.weights[j] as number, asked.weights[link.queryFrom] as number)
    }
  }
  const ofQuery = queryCoverage(asked, name.seat, queryMatched)
  const ofName = nameCoverage(name, nameMatched)
  return { ...ofQuery, ...ofName, formTypos: ofQuery.queryFormTypos + ofName.nameFormTypos }
}

function queryCoverage(
  { words, weights, weight, formTypos }: NameQuery,
  seat: readonly string[],
  matchedWeights: MatchedWeights,
) {
  let [matched, matchedBySeat, seatWeight, queryUnmatched, queryFormTypos] = [0, 0, 0, 0, 0]
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    if ((matchedWeights[i] as number) >= 0) {
      matched += matchedWeights[i] as number
    } else if (seat.includes(word)) {
      matchedBySeat++
      seatWeight += (weights[i] as number) * SEAT_MATCH_SHARE
    } else if (formTypos[i]) queryFormTypos++
    else queryUnmatched++
  }
  return {
    matched,
    matchedBySeat,
    queryUnmatched,
    queryFormTypos,
    queryShare: (matched + seatWeight) / weight,
  }
}

function nameCoverage({ words, weights, seat }: CandidateName, matchedWeights: MatchedWeights) {
  let [nameUnmatched, nameFormTypos, matched, unmatched] = [0, 0, 0, 0]
  for (let j = 0; j < words.length; j++) {
    if ((matchedWeights[j] as number) >= 0) {
      matched += matchedWeights[j] as number
      continue
    }
    const word = words[j] as string
    unmatched += (weights[j] as number) * (seat.includes(word) ? SEAT_WEIGHT_SHARE : 1)
    if (isMisspeltForm(word)) nameFormTypos++
    else nameUnmatched++
  }
  return {
    nameUnmatched,
    nameFormTypos,
    nameShare: matched + unmatched === 0 ? 0 : matched / (matched + unmatched),
  }
}
