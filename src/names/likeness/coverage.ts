/**
 * Coverage: how much of a query's words a name matches, and how much of the name's words the query matches.
 */
import { AND } from './compound-splits.ts'
import type { CandidateName, NameQuery } from './name-pair.ts'
import type { WordLink } from './word-alignment.ts'
import { isMisspeltForm } from './word-weight.ts'

/** Matched and unmatched parts of a query and a name. */
export interface Coverage {
  /** Weight of the query's words matched by the name. Words that are not equal count for less. */
  readonly matched: number
  /** Query words matched only by the company's seat. */
  readonly matchedBySeat: number
  /** Unmatched words, without typos of a form. */
  readonly queryUnmatched: number
  readonly nameUnmatched: number
  /** Typos of a form on either side. */
  readonly formTypos: number
  /** Those of the unmatched words on either side that are `und`. */
  readonly andsUnmatched: number
  /** Matched shares of the weight. */
  readonly queryShare: number
  readonly nameShare: number
}

/** Share of its weight that an unmatched seat word of the name counts for. */
export const SEAT_WEIGHT_SHARE = 0.3
/** Share of its weight that a query word matched only by the seat counts for. */
export const SEAT_MATCH_SHARE = 0.9
/** Share for words of the same sound, and for a word and its expansion (`expansionsOf`). */
const DOUBTFUL_MATCH_SHARE = 0.75
/** Cost (`wordLikeness`) at which a match would be worth nothing. */
const WORTHLESS_COST = 150

/**
 * Minimum share of every match, slightly more than is needed to be shown: otherwise a whole name with several
 * typos might not be shown.
 */
const MATCH_SHARE_MIN = 0.61

/**
 * Returns the weight of a match: at most the weight of the more frequent of the two words, and at least the
 * share that is needed to be shown.
 */
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

/** Matched weight by word index; `UNMATCHED` for an unmatched word. */
type MatchedWeights = readonly number[]
const UNMATCHED = -1

/** Returns the coverage of a query and a name by the links between their words. */
export function coverageOf(query: NameQuery, name: CandidateName, links: readonly WordLink[]): Coverage {
  const queryMatched = new Array<number>(query.words.length).fill(UNMATCHED)
  const nameMatched = new Array<number>(name.words.length).fill(UNMATCHED)
  for (const link of links) {
    for (let i = link.queryFrom; i < link.queryTo; i++) {
      queryMatched[i] = matchWeight(link, query.weights[i] as number, name.weights[link.nameFrom] as number)
    }
    for (let j = link.nameFrom; j < link.nameTo; j++) {
      nameMatched[j] = matchWeight(link, name.weights[j] as number, query.weights[link.queryFrom] as number)
    }
  }
  const ofQuery = queryCoverage(query, name.seat, queryMatched)
  const ofName = nameCoverage(name, nameMatched)
  return {
    matched: ofQuery.matched,
    matchedBySeat: ofQuery.matchedBySeat,
    queryUnmatched: ofQuery.unmatched,
    nameUnmatched: ofName.unmatched,
    formTypos: ofQuery.formTypos + ofName.formTypos,
    andsUnmatched: ofQuery.ands + ofName.ands,
    queryShare: ofQuery.share,
    nameShare: ofName.share,
  }
}

function queryCoverage(
  { words, weights, weight, formTypos: isFormTypo }: NameQuery,
  seat: readonly string[],
  matchedWeights: MatchedWeights,
) {
  let [matched, matchedBySeat, seatWeight, unmatched, formTypos, ands] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    if (matchedWeights[i] !== UNMATCHED) {
      matched += matchedWeights[i] as number
    } else if (seat.includes(word)) {
      matchedBySeat++
      seatWeight += (weights[i] as number) * SEAT_MATCH_SHARE
    } else if (isFormTypo[i]) formTypos++
    else {
      unmatched++
      ands += Number(word === AND)
    }
  }
  return { matched, matchedBySeat, unmatched, formTypos, ands, share: (matched + seatWeight) / weight }
}

function nameCoverage({ words, weights, seat }: CandidateName, matchedWeights: MatchedWeights) {
  let [unmatched, formTypos, ands, matched, unmatchedWeight] = [0, 0, 0, 0, 0]
  for (let j = 0; j < words.length; j++) {
    if (matchedWeights[j] !== UNMATCHED) {
      matched += matchedWeights[j] as number
      continue
    }
    const word = words[j] as string
    unmatchedWeight += (weights[j] as number) * (seat.includes(word) ? SEAT_WEIGHT_SHARE : 1)
    if (isMisspeltForm(word)) formTypos++
    else unmatched++
    if (word === AND) ands++
  }
  const share = matched + unmatchedWeight === 0 ? 0 : matched / (matched + unmatchedWeight)
  return { unmatched, formTypos, ands, share }
}
