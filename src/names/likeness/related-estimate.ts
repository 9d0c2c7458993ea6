/** Estimates how related a name is, from what its words may match, without aligning them. */
import type { SharedFacts } from '../ranking/shared-score.ts'
import { sharedSum } from '../ranking/shared-score.ts'
import { AND } from './compound-splits.ts'
import type { CandidateName, NameQuery } from './name-pair.ts'
import { joinableRuns } from './word-alignment.ts'
import type { WordMatch, WordMatches } from './word-matches.ts'

/**
 * Maximum names that an index reads for the query's own words, the rarest first, for other spellings of them, the heaviest
 * first, and for their parts. A list that does not fit is left out; if no word fits, the rarest is read up to here.
 */
export const RELATED_NAMES_MAX = { equal: 40_000, similar: 1_000, split: 5_000 } as const
/** Maximum candidates: of these names, those that match most of the query's weight. Each gets an estimate. */
export const RELATED_CANDIDATES_MAX = 500
/**
 * Steps of a query's weight. Candidates are chosen by sums of whole steps, which every index adds up alike; of equal sums
 * those of the first zone and rank are taken.
 */
const WEIGHT_STEPS = 384

/** Returns a weight in steps of the query's weight, at least one. */
export function relatedWeight(weight: number, { weight: ofQuery }: Pick<NameQuery, 'weight'>): number {
  return Math.max(1, Math.round((weight / ofQuery) * WEIGHT_STEPS))
}

/** Names that match the query by one word or several. */
export interface RelatedList {
  /** Maximum number of names. */
  readonly count: number
  /** Maximum weight that the list adds to the matched weight of a name. */
  readonly weightMax: number
  /** The names have the word of the query itself. */
  readonly isEqual: boolean
}

/** Returns the lists that are read; of the first one at least a part. */
export function relatedLists<List extends RelatedList>(lists: readonly List[]): readonly List[] {
  const equal = lists.filter(({ isEqual }) => isEqual).sort((a, b) => a.count - b.count)
  const similar = lists.filter(({ isEqual, count }) => !isEqual && count <= RELATED_NAMES_MAX.similar)
  similar.sort((a, b) => b.weightMax - a.weightMax || a.count - b.count)
  const read = fitting(equal, RELATED_NAMES_MAX.equal)
  return [...(read.length === 0 ? equal.slice(0, 1) : read), ...fitting(similar, RELATED_NAMES_MAX.similar)]
}

function fitting<List extends RelatedList>(lists: readonly List[], most: number): readonly List[] {
  let room = most
  return lists.filter(({ count }) => {
    const fits = count <= room
    if (fits) room -= count
    return fits
  })
}

/** Tolerance for sums of weights, whose last digits depend on the order of the additions. */
const ROUNDING = 1e-6

type EstimatedName = Pick<CandidateName, 'words' | 'weights' | 'seat' | 'hasForm' | 'isOtherForm'>

/** What the words of a name may match at most. */
interface Coverage {
  /** By word of the query: its matched weight. */
  readonly matched: Float64Array
  /** By word of the name: its matches; `undefined` for a part of a split word of the query. */
  readonly matches: readonly (readonly WordMatch[] | undefined)[]
  /** Number of words of the name that equal a word of the query. */
  readonly equal: number
}

/**
 * Returns the sum of the name's features at their best (`sharedSum`), without parts of words, which few names have;
 * `undefined` if nothing matches. The names with the highest sums are compared with the query.
 */
export function relatedEstimate(
  query: NameQuery,
  name: EstimatedName,
  table: WordMatches,
): number | undefined {
  const coverage = coverageOf(query, name.words, table)
  const total = coverage.matched.reduce((sum, one) => sum + one, 0)
  return total === 0 ? undefined : roundedEstimate(sharedSum(bestFacts(query, name, coverage, total)))
}

/** Steps of an estimate. */
const ESTIMATE_STEPS = 2 ** 20

/** Returns a sum without its last digits, so that equal names get equal estimates. */
export function roundedEstimate(sum: number): number {
  return Math.round(sum * ESTIMATE_STEPS) / ESTIMATE_STEPS
}

function coverageOf({ words, weights }: NameQuery, name: readonly string[], table: WordMatches): Coverage {
  const matched = new Float64Array(words.length)
  const matches: (readonly WordMatch[] | undefined)[] = name.map((word) => table.of(word))
  for (const ofWord of matches)
    for (const { position, queryWeight } of ofWord ?? [])
      matched[position] = Math.max(matched[position] as number, queryWeight)
  const equal = matches.filter((of) => of?.some(({ likeness }) => likeness?.kind === 'same')).length
  for (const [from, to] of joinableRuns(name)) {
    for (let i = 0; i < words.length; i++) {
      if (table.splitAt(i, name, from, to) === undefined) continue
      matched[i] = weights[i] as number
      matches.fill(undefined, from, to)
    }
  }
  return { matched, matches, equal }
}

function isMatched(of: readonly WordMatch[] | undefined): boolean {
  return of === undefined || of.length > 0
}

function bestFacts(query: NameQuery, name: EstimatedName, coverage: Coverage, total: number): SharedFacts {
  const { matched, matches, equal } = coverage
  const inSeat = query.words.map((word) => name.seat.includes(word))
  const isWhole = equal === name.words.length
  return {
    ...bestOfQuery(query, matched),
    ...bestOfName(query, name, coverage),
    queryShare: ((total + weightBySeat(query, matched, inSeat)) / query.weight) * (1 + ROUNDING),
    partsOfQuery: ROUNDING,
    isFirstMatched: (matched[0] as number) > 0 && isMatched(matches[0]),
    isLastMatched: (matched.at(-1) as number) > 0 && isMatched(matches.at(-1)),
    contained: isWhole ? 'first' : 'not',
    isPlaceMissing: false,
    isPlaceAdded:
      isWhole && query.places.some(([from, to]) => matches.length === matched.length - (to - from)),
    // The same for all names of a query.
    hasSeat: false,
    sharesSeat: inSeat.some((isIn, i) => isIn && (matched[i] as number) > 0),
    weightedEdits: 0,
    joins: 0,
    isOtherForm: name.isOtherForm,
    isFormMissing: !query.hasForm && name.hasForm,
  }
}

function weightBySeat({ weights }: NameQuery, matched: Float64Array, inSeat: readonly boolean[]): number {
  return weights.reduce(
    (sum, weight, i) => sum + (inSeat[i] ? Math.max(0, weight - (matched[i] as number)) : 0),
    0,
  )
}

function bestOfQuery(
  { words, weights, strongest, second, formTypos, weightMax }: NameQuery,
  matched: Float64Array,
) {
  const mayMatch = words.map((word, i) => formTypos[i] === true || word === AND || (matched[i] as number) > 0)
  const heaviest = weights.filter((_, i) => mayMatch[i]).toSorted((a, b) => b - a)
  const pairs = mayMatch.filter((may, i) => i > 0 && may && mayMatch[i - 1]).length
  return {
    strongest,
    strongestMatched: heaviest[0] ?? 0,
    secondMatched: ((heaviest[1] ?? 0) - second) / weightMax,
    neighbours: pairs / Math.max(1, words.length - 1),
    matchedOfQuery: heaviest.length / words.length,
  }
}

function bestOfName({ strongest, weightMax }: NameQuery, { weights }: EstimatedName, { matches }: Coverage) {
  let [count, heaviest, matched, unmatched] = [0, 0, 0, 0]
  matches.forEach((of, j) => {
    const weight = weights[j] as number
    if (!isMatched(of)) {
      unmatched += weight
      return
    }
    count++
    heaviest = Math.max(heaviest, weight)
    const most = of === undefined ? weight : Math.max(...of.map(({ nameWeight }) => nameWeight))
    matched += Math.min(most, weight)
  })
  return {
    strongestOfName: (heaviest - strongest) / weightMax,
    nameShare: Math.min(1, (matched / (matched + unmatched)) * (1 + ROUNDING)),
    matchedOfName: count / Math.max(1, matches.length),
    partsOfName: ROUNDING,
  }
}
