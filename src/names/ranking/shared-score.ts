/**
 * The score of a name that shares only a part with a query, from 20 to 74: a weighted sum of features. The
 * weights are learned (`bench/relevance/learn-weights.ts`, docs/relevance.md).
 */
import { NAMESAKE_SCORE_MAX, RELATED_SCORE_MIN, SCORE_MIN, STEPS_PER_POINT } from './rank.ts'

/** What a query and a name share, and what each has alone. */
export interface SharedFacts {
  /** Matched shares of the weight of query and name, 0 to 1. */
  readonly queryShare: number
  readonly nameShare: number
  /** The highest weight of a word of the query, … */
  readonly strongest: number
  /** … and of one that a word of the name matches. */
  readonly strongestMatched: number
  /**
   * The second highest weight of a matched word of the query without that of all its words, as a share of the highest
   * weight of a word in the index; misspelt ones count for less. At most 0.
   */
  readonly secondMatched: number
  /** The highest weight of a matched word of the name without `strongest`, in the same way. */
  readonly strongestOfName: number
  /** Shares of the words of query and name that match each other, 0 to 1; misspelt ones count for less. */
  readonly matchedOfQuery: number
  readonly matchedOfName: number
  /** Shares of the weights of query and name whose words match nothing but share a part, 0 to 1. */
  readonly partsOfQuery: number
  readonly partsOfName: number
  /** The first words match each other, and the last ones. */
  readonly isFirstMatched: boolean
  readonly isLastMatched: boolean
  /** Share of the query's pairs of adjacent words that are adjacent in the name, too, 0 to 1. */
  readonly neighbours: number
  /** The query contains the whole name; `first`: it begins with it. */
  readonly contained: 'not' | 'within' | 'first'
  /** The query is the whole name and the seat of any company. */
  readonly isPlaceAdded: boolean
  /**
   * The query names the seat of any company, and neither the name nor the company's seat has a word of it; never if all
   * words of the name match.
   */
  readonly isPlaceMissing: boolean
  /** A word of the query is the company's seat, which its name does not have. */
  readonly hasSeat: boolean
  /** A matched word of the name is the company's seat. */
  readonly sharesSeat: boolean
  /** Edits weighted by their cost: an ordinary edit is 1. */
  readonly weightedEdits: number
  /** Words that are joined or split. */
  readonly joins: number
  readonly isOtherForm: boolean
  /** The name has a form, the query has none. */
  readonly isFormMissing: boolean
}

/** Differences beyond these count as much. */
const EDITS_MAX = 3
const JOINS_MAX = 2

/**
 * The features of a shared part with their learned weights. Those of what is shared are never negative, those
 * of differences never positive, so that facts at their best give an upper bound of the score.
 */
export const FEATURES: readonly Feature[] = [
  { de: 'Anteil der Anfrage', en: 'Query share', weight: 3.265, of: ({ queryShare }) => queryShare },
  {
    de: 'Anteil der Anfrage im Quadrat',
    en: 'Query share squared',
    weight: 2.689,
    of: ({ queryShare }) => queryShare ** 2,
  },
  { de: 'Anteil des Namens', en: 'Name share', weight: 1.397, of: ({ nameShare }) => nameShare },
  {
    de: 'Produkt der Anteile',
    en: 'Product of both shares',
    weight: 0.765,
    of: ({ queryShare, nameShare }) => queryShare * nameShare,
  },
  {
    de: 'Kleinerer Anteil',
    en: 'Smaller share',
    weight: 0.748,
    of: ({ queryShare, nameShare }) => Math.min(queryShare, nameShare),
  },
  {
    de: 'Passende Wörter der Anfrage',
    en: 'Matched words of the query',
    weight: 1.83,
    of: ({ matchedOfQuery }) => matchedOfQuery,
  },
  {
    de: 'Passende Wörter des Namens',
    en: 'Matched words of the name',
    weight: 3.747,
    of: ({ matchedOfName }) => matchedOfName,
  },
  {
    de: 'Teile von Wörtern der Anfrage',
    en: 'Parts of words of the query',
    weight: 2.705,
    of: ({ partsOfQuery }) => partsOfQuery,
  },
  {
    de: 'Teile von Wörtern des Namens',
    en: 'Parts of words of the name',
    weight: 3.313,
    of: ({ partsOfName }) => partsOfName,
  },
  { de: 'Schwerstes Wort, das passt', en: 'Heaviest word matched', weight: 1.242, of: heaviestMatched },
  {
    de: 'Zweitschwerstes Wort, das passt',
    en: 'Second heaviest word matched',
    weight: 3.064,
    of: ({ secondMatched }) => secondMatched,
  },
  {
    de: 'Seltenheit des schwersten passenden Wortes des Namens',
    en: 'Rarity of the heaviest matched word of the name',
    weight: 6.342,
    of: ({ strongestOfName }) => strongestOfName,
  },
  {
    de: 'Gleiches erstes Wort',
    en: 'Same first word',
    weight: 0.968,
    of: ({ isFirstMatched }) => Number(isFirstMatched),
  },
  {
    de: 'Gleiches letztes Wort',
    en: 'Same last word',
    weight: 0.56,
    of: ({ isLastMatched }) => Number(isLastMatched),
  },
  { de: 'Benachbarte Wörter', en: 'Adjacent words', weight: 1.243, of: ({ neighbours }) => neighbours },
  {
    de: 'Anfrage beginnt mit dem Namen',
    en: 'Query begins with the name',
    weight: 0.941,
    of: ({ contained }) => Number(contained === 'first'),
  },
  {
    de: 'Ganzer Name und ein Ort',
    en: 'Whole name and a place',
    weight: 2.5,
    of: ({ isPlaceAdded }) => Number(isPlaceAdded),
  },
  {
    de: 'Ort der Anfrage fehlt',
    en: 'Place of the query missing',
    weight: -2,
    of: ({ isPlaceMissing }) => Number(isPlaceMissing),
  },
  { de: 'Sitz', en: 'Seat', weight: 1.76, of: ({ hasSeat }) => Number(hasSeat) },
  {
    de: 'Sitz im Namen',
    en: 'Seat in the name',
    weight: 2.356,
    of: ({ sharesSeat }) => Number(sharesSeat),
  },
  {
    de: 'Tippfehler',
    en: 'Edits',
    weight: -4.832,
    of: ({ weightedEdits }) => Math.min(weightedEdits, EDITS_MAX) / EDITS_MAX,
  },
  {
    de: 'Anders getrennte Wörter',
    en: 'Joined words',
    weight: -2.056,
    of: ({ joins }) => Math.min(joins, JOINS_MAX),
  },
  { de: 'Andere Rechtsform', en: 'Other form', weight: -3.197, of: ({ isOtherForm }) => Number(isOtherForm) },
  {
    de: 'Rechtsform fehlt in der Anfrage',
    en: 'Form missing in the query',
    weight: -0.394,
    of: ({ isFormMissing }) => Number(isFormMissing),
  },
]

/** One term of the sum, with its name in both languages. */
export interface Feature {
  readonly de: string
  readonly en: string
  readonly weight: number
  /** Returns the value, mostly from 0 to 1. */
  readonly of: (facts: SharedFacts) => number
}

function heaviestMatched({ strongest, strongestMatched }: SharedFacts): number {
  return strongest === 0 ? 0 : strongestMatched / strongest
}

/** Score of a sum of 0, … */
export const SCORE_OF_ZERO = 29
/** … and points per unit of the sum. */
export const POINTS = 2

/** Returns the weighted sum of the features. */
export function sharedSum(facts: SharedFacts): number {
  let sum = 0
  for (const { weight, of } of FEATURES) sum += weight * of(facts)
  return sum
}

/** Returns the score of a shared part: a whole number from 20 to 74. */
export function sharedScore(facts: SharedFacts): number {
  return Math.floor(clamped(SCORE_OF_ZERO + POINTS * sharedSum(facts)))
}

/**
 * Returns the score of a related name, from 20 to below 50 in fractions of `1 / STEPS_PER_POINT`: the same sum on a
 * scale that ends below the scores of other hits.
 */
export function relatedScore(facts: SharedFacts): number {
  const above = clamped(SCORE_OF_ZERO + POINTS * sharedSum(facts)) - RELATED_SCORE_MIN
  const share = above / (NAMESAKE_SCORE_MAX + 1 - RELATED_SCORE_MIN)
  const score = RELATED_SCORE_MIN + share * (SCORE_MIN - RELATED_SCORE_MIN)
  return Math.floor(score * STEPS_PER_POINT) / STEPS_PER_POINT
}

/** Highest number below the scores of whole names. */
const SHARED_MAX = NAMESAKE_SCORE_MAX + 1 - 1e-6

function clamped(score: number): number {
  return Math.max(RELATED_SCORE_MIN, Math.min(SHARED_MAX, score))
}
