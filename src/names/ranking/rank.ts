/**
 * The order of hits and the scores of hits that contain the query's words or number: a contract
 * (docs/search.md) that is the same for every index. Scores are made only here and in `likeness-score.ts`.
 * The order of a normal search does not depend on corpus statistics.
 */

import type { FormDifference } from '../reading/legal-form.ts'

/** How a company was found. */
export const MATCH_KINDS = [
  'number',
  'exact',
  'form',
  'words',
  'prefix',
  'former',
  'spelling',
  'sound',
  'partial',
  'related',
] as const
/** One of `MATCH_KINDS`. */
export type MatchKind = (typeof MATCH_KINDS)[number]

/** The closed list of reasons of a hit. Programs can branch on them. */
export const MATCH_REASONS = [
  'register_number',
  'former_number',
  'related_court',
  'other_suffix',
  'same_name',
  'form_missing',
  'other_form',
  'word_order',
  'extra_words',
  'prefix',
  'former_name',
  'other_name',
  'removed',
  'slip',
  'joined_words',
  'sound',
  'missing_words',
  'initials',
  'seat',
  'shared_words',
] as const
/** One of `MATCH_REASONS`. */
export type MatchReason = (typeof MATCH_REASONS)[number]

/**
 * The first field of a `SortKey`: the tiers 1 to 8 of docs/search.md in order, then block B of a deep
 * search.
 */
export const TIERS = {
  number: 1,
  exact: 2,
  formMissing: 3,
  otherForm: 4,
  sameWords: 5,
  longerName: 6,
  prefix: 7,
  digitsAsNumber: 8,
  blockB: 9,
} as const
/** One of `TIERS`. */
export type Tier = (typeof TIERS)[keyof typeof TIERS]

/** The tiers of a name that matches a query for a name. */
export type NameTier = 2 | 3 | 4 | 5 | 6 | 7

/**
 * The position of a hit in the total order, smaller first, compared field by field in this order. A cursor
 * contains it.
 */
export interface SortKey {
  /**
   * 1 number, 2 exact, 3 form missing, 4 other form, 5 same words, 6 longer name, 7 prefix, 8 digits as a
   * number, 9 block B.
   */
  readonly tier: number
  /**
   * Position within the tier: extra words (tiers 6, 7), `blockBStep` (tier 9), `numberStep` (tiers 1, 8), else 0.
   */
  readonly step: number
  /** 0: the form of the query, or the query has none; 1: another form of the same kind; 2: one of another kind. */
  readonly otherForm: FormDifference
  /** 0: active. */
  readonly inactive: 0 | 1
  /** `staticRankOf`: prominence, then the length of the name. */
  readonly staticRank: number
  readonly uuid: string
}

/** Compares two keys: negative if `a` comes before `b`, 0 only for the same company at the same position. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  return (
    a.tier - b.tier ||
    a.step - b.step ||
    a.otherForm - b.otherForm ||
    a.inactive - b.inactive ||
    a.staticRank - b.staticRank ||
    (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0)
  )
}

/**
 * Returns the step of a number hit: current numbers before former ones, then the suffix of the query before
 * another one.
 */
export function numberStep(isFormer: boolean, isOtherSuffix: boolean): number {
  return (isFormer ? 2 : 0) + (isOtherSuffix ? 1 : 0)
}

/**
 * Returns the words of the name that the query does not cover; never below 0. Both arguments count distinct
 * words. A hyphen chain found as one joined word counts as its parts, a word found by a prefix as one.
 */
export function extraWords(nameWords: number, queryWords: number): number {
  return Math.max(0, nameWords - queryWords)
}

/** Score of digits alone that were read as a register number. */
const DIGITS_SCORE = 50

/** Minimum score of a name that contains all words of the query. */
const LONGER_NAME_SCORE_MIN = 60
/** Maximum score of all hits. */
export const SCORE_MAX = 100
/** Minimum score of all hits but those of the kind `related`. */
export const SCORE_MIN = 50
/** Minimum score of a related name: it shares rare words with the query, and may be a relation. */
export const RELATED_SCORE_MIN = 20
/** Minimum score of an equal name: a current one, or a former one whose form is not another one. */
export const SAME_NAME_SCORE_MIN = 90
/** Minimum score of an equal name, current or former, whose form is not another one than that of the query. */
const SAME_FORM_SCORE_MIN = 92

/**
 * Returns whether one of the hits has the name of the query, and no other form. A page with such a hit has no
 * related names.
 */
export function hasSameName(hits: readonly { readonly score: number }[]): boolean {
  return hits.some(({ score }) => score >= SAME_FORM_SCORE_MIN)
}

/**
 * Minimum score of a whole name with small differences: at most two edits, another order, one extra word, or
 * two letters not typed yet. Lower scores may be a namesake.
 */
export const WHOLE_NAME_SCORE_MIN = 75
/** Maximum score of a possible namesake. */
export const NAMESAKE_SCORE_MAX = WHOLE_NAME_SCORE_MIN - 1
/** Maximum untyped letters of a name that is found by a prefix and still counts as whole. */
const UNTYPED_LETTERS_MAX = 2

/**
 * Returns the score of a current name in block A. `extra`: extra words; `untyped`: letters by which the last
 * word is longer than the prefix in the query. Tier 6: 85 for one extra word, then from 74 down by one per
 * word to 60. Tier 7: 80 for up to two letters and no extra word, else from 74 down by one per word to 50.
 */
export function nameScore(tier: NameTier, extra: number, untyped: number): number {
  if (tier === TIERS.exact) return 100
  if (tier === TIERS.formMissing) return 95
  if (tier === TIERS.otherForm) return 90
  if (tier === TIERS.sameWords) return 88
  if (tier === TIERS.longerName) {
    return extra <= 1 ? 85 : Math.max(LONGER_NAME_SCORE_MIN, NAMESAKE_SCORE_MAX + 2 - extra)
  }
  if (extra === 0 && untyped <= UNTYPED_LETTERS_MAX) return 80
  return Math.max(SCORE_MIN, NAMESAKE_SCORE_MAX - extra)
}

/** Steps of one point of the score in block B: related names have an order within the points that are shown. */
export const STEPS_PER_POINT = 16

/** Returns the step of a hit in block B. `score` may have fractions of `1 / STEPS_PER_POINT`. */
export function blockBStep(score: number): number {
  return (SCORE_MAX - score) * STEPS_PER_POINT
}

/** Returns the score of a step in block B, with its fractions. */
export function scoreAtStep(step: number): number {
  return SCORE_MAX - step / STEPS_PER_POINT
}

/** Deduction of deep search for words found in a former name or in the name of a removed company. */
const BLOCK_B_PENALTY = 5
/**
 * Scores of an equal former name by tier: lower than that of a removed company with the same current name.
 */
const FORMER_SAME_NAME_SCORES = { 2: 94, 3: 92, 4: 88 } as const

/**
 * Returns the score of the stage "former" in block B of a deep search. A removed company with the same
 * current name keeps 100, 95 or 90 (kinds exact and form); an equal former name has 94, 92 or 88. Any other
 * name with all words, former or of a removed company, has five less than in block A; a prefix counts there
 * as one with many untyped letters.
 */
export function blockBScore(of: 'removed' | 'former', tier: NameTier, extra: number): number {
  if (tier <= TIERS.otherForm) {
    return of === 'removed' ? nameScore(tier, extra, 0) : FORMER_SAME_NAME_SCORES[tier as 2 | 3 | 4]
  }
  return Math.max(SCORE_MIN, nameScore(tier, extra, Number.POSITIVE_INFINITY) - BLOCK_B_PENALTY)
}

/** Returns the score of a suggestion with a typo from that of the corrected text: below an equal name. */
export function slipScore(score: number): number {
  return Math.max(SCORE_MIN, Math.min(score, SAME_NAME_SCORE_MIN - 1) - SLIP_PENALTY)
}

/** Deduction for a typo in a suggestion. */
const SLIP_PENALTY = 5

/** Returns the score of a hit in block A. `untyped` is as in `nameScore`, and counts only in tier 7. */
export function blockAScore(tier: Tier, step: number, untyped: number): number {
  if (tier === TIERS.number) return 100
  if (tier === TIERS.digitsAsNumber) return DIGITS_SCORE
  return nameScore(tier as NameTier, step, untyped)
}

const KIND_OF_TIER: Record<number, MatchKind> = {
  1: 'number',
  2: 'exact',
  3: 'form',
  4: 'form',
  5: 'words',
  6: 'words',
  7: 'prefix',
  8: 'number',
}

/** Returns the kind of a hit in block A. */
export function kindOfTier(tier: Tier): MatchKind {
  return KIND_OF_TIER[tier] as MatchKind
}

/**
 * Returns the kind of a hit of the stage "former" in block B: exact or form for a removed company with the
 * same name, former for all others.
 */
export function blockBKind(of: 'removed' | 'former', tier: NameTier): MatchKind {
  return of === 'removed' && tier <= TIERS.otherForm ? kindOfTier(tier) : 'former'
}

const REASONS_OF_TIER: Record<number, readonly MatchReason[]> = {
  2: ['same_name'],
  3: ['same_name', 'form_missing'],
  4: ['same_name', 'other_form'],
  5: ['word_order'],
  6: ['extra_words'],
  7: ['prefix'],
}

/** Returns the reasons of a name hit: those of its tier, extra words of a prefix hit, and another form. */
export function nameReasons(tier: NameTier, extra: number, isOtherForm: boolean): readonly MatchReason[] {
  const reasons = [...(REASONS_OF_TIER[tier] as readonly MatchReason[])]
  if (tier === TIERS.prefix && extra > 0) reasons.push('extra_words')
  if (tier > TIERS.otherForm && isOtherForm) reasons.push('other_form')
  return reasons
}
