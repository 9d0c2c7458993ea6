/**
 * The order of hits and their scores: a written contract (docs/search.md), the same for every index
 * that answers a search, and the only place where a score is made. No corpus statistics enter the
 * order of a normal search.
 */

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
] as const
export type MatchKind = (typeof MATCH_KINDS)[number]

/** The closed list of reasons that a hit can give; programs can branch on them. */
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
  'removed',
  'slip',
  'joined_words',
  'sound',
  'missing_words',
  'initials',
  'seat',
] as const
export type MatchReason = (typeof MATCH_REASONS)[number]

/** The first field of a `SortKey`: the classes of docs/search.md, in order. */
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
export type Tier = (typeof TIERS)[keyof typeof TIERS]

/** The tiers in which a name can answer a name. */
export type NameTier = 2 | 3 | 4 | 5 | 6 | 7

/**
 * The place of a hit in the one total order, smaller first, compared field by field in this order.
 * It is also what a cursor holds.
 */
export interface SortKey {
  /** 1 number, 2 exact, 3 form missing, 4 other form, 5 same words, 6 longer name, 7 prefix, 8 digits as a number, 9 block B. */
  readonly tier: number
  /** Within the tier: extra words (tiers 6, 7), `100 - score` (tier 9), `numberStep` (tiers 1, 8), else 0. */
  readonly step: number
  /** 0: same form as asked, or no form asked. */
  readonly otherForm: 0 | 1
  /** 0: active. */
  readonly inactive: 0 | 1
  /** Characters (code points) of the registered name. */
  readonly chars: number
  readonly uuid: string
}

/** Negative when `a` stands before `b`; 0 only for the same company in the same place. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  return (
    a.tier - b.tier ||
    a.step - b.step ||
    a.otherForm - b.otherForm ||
    a.inactive - b.inactive ||
    a.chars - b.chars ||
    (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0)
  )
}

/** Where a number hit stands among number hits: current before former, then the suffix as asked before another. */
export function numberStep(isFormer: boolean, isOtherSuffix: boolean): number {
  return (isFormer ? 2 : 0) + (isOtherSuffix ? 1 : 0)
}

/**
 * Words of the name that the query does not speak of. Both count distinct words; a hyphen chain that
 * was found as one joined word counts as its parts, a word found as a prefix as one. Never below 0.
 */
export function extraWords(nameWords: number, queryWords: number): number {
  return Math.max(0, nameWords - queryWords)
}

/** Score of digits alone that were read as a register number. */
const DIGITS_SCORE = 50

/** Lowest score of a name that holds all words of the query. */
const LONGER_NAME_SCORE_MIN = 60
/** Lowest score of anything: what scores less is not shown. */
export const SCORE_MIN = 50
/** From here up a score says that it is the same name, in whatever spelling. */
export const SAME_NAME_SCORE_MIN = 90
/** From here up a score says that the whole name is meant, one slip apart at most; below, that it may be a namesake. */
export const WHOLE_NAME_SCORE_MIN = 75
/** Highest score of what may only be a namesake. */
export const NAMESAKE_SCORE_MAX = WHOLE_NAME_SCORE_MIN - 1
/** A name that is found by the beginning of its last word counts as whole up to this many letters more. */
const UNTYPED_LETTERS_MAX = 2

/**
 * Score of a current name in block A; `extra` = extra words, `completed` = letters that the last word has more than the beginning
 * that was asked for. Tier 6: 85 for one extra word, then from 74 down by one a word to 60. Tier 7: 80 for up to two letters
 * and no word more, else from 74 down by one a word to 50.
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

/** What deep search takes off where words were found in a removed company's or in a former name. */
const BLOCK_B_PENALTY = 5
/** A former name that is the same: never as good as a removed company's same current name in the same class. */
const FORMER_SAME_NAME_SCORES = { 2: 94, 3: 92, 4: 88 } as const

/**
 * Score in block B of a deep search, stage "former". A removed company with the same current name
 * keeps 100, 95 or 90 (kinds exact and form); a former name that is the same has 94, 92 or 88;
 * all words, of a former name or of a removed company, have five less than in block A, a beginning always as one that
 * many letters are missing of.
 */
export function blockBScore(of: 'removed' | 'former', tier: NameTier, extra: number): number {
  if (tier <= TIERS.otherForm) {
    return of === 'removed' ? nameScore(tier, extra, 0) : FORMER_SAME_NAME_SCORES[tier as 2 | 3 | 4]
  }
  return Math.max(SCORE_MIN, nameScore(tier, extra, Number.POSITIVE_INFINITY) - BLOCK_B_PENALTY)
}

/** Score of a hit in block A; `completed` as in `nameScore`, of tier 7 alone. */
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

/** Kind of a hit in block A. */
export function kindOfTier(tier: Tier): MatchKind {
  return KIND_OF_TIER[tier] as MatchKind
}

/** Kind of a hit in block B, stage "former": a removed company's same name is exact or form, all else is former. */
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

/** Why a name answered: the reasons of its tier, and whether words are over or the form is another. */
export function nameReasons(tier: NameTier, extra: number, isOtherForm: boolean): readonly MatchReason[] {
  const reasons = [...(REASONS_OF_TIER[tier] as readonly MatchReason[])]
  if (tier === TIERS.prefix && extra > 0) reasons.push('extra_words')
  if (tier > TIERS.otherForm && isOtherForm) reasons.push('other_form')
  return reasons
}
