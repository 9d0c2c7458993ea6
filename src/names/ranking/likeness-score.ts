/**
 * Scores of names that are like a query without holding its words: deep search's stages spelling, sound and partial. With `rank.ts`
 * the only place where a score is made (docs/search.md).
 */
import type { MatchReason } from './rank.ts'
import { NAMESAKE_SCORE_MAX, SCORE_MIN, WHOLE_NAME_SCORE_MIN } from './rank.ts'

/** What is known of a name that is like a query without holding its words. */
export interface LikenessFacts {
  /** Nothing is over on either side: the whole name is meant. */
  readonly isWhole: boolean
  /** Slips in all of its words. */
  readonly edits: number
  /** The same weighed by what they cost (`wordLikeness`): an ordinary slip is 1, what is easily mistaken less. */
  readonly weightedEdits: number
  /** Letters of the query. */
  readonly letters: number
  /** A word is only the same by its sound. */
  readonly hasSound: boolean
  /** A word only stands for what it may mean (`wordsMeant`). */
  readonly hasAbbreviation: boolean
  readonly hasOtherDigits: boolean
  /** Words that are parted otherwise. */
  readonly joins: number
  /** Words in another order. */
  readonly inversions: number
  /** Words of the query that the name has not, and the other way round. */
  readonly missing: number
  readonly extra: number
  /** A word of the query is the company's seat. */
  readonly hasSeat: boolean
  /** Shares of the weight of query and name that are answered, 0 to 1. */
  readonly queryShare: number
  readonly nameShare: number
  /** The name is wholly in the query, `missing` words left out; `first`: the query begins with it. */
  readonly contained: 'not' | 'within' | 'first'
  readonly isOtherForm: boolean
  /** The name tells a form, the query none. */
  readonly isFormMissing: boolean
  readonly isFormer: boolean
}

/** Place and explanation of a name that is like the query. */
export interface LikenessScore {
  readonly kind: 'spelling' | 'sound' | 'partial'
  readonly score: number
  readonly reasons: readonly MatchReason[]
}

/** The highest score that a name which is only like the query can have. */
export const SPELLING_SCORE_MAX = 89
/** What another form takes off a score of spelling: as much as an ordinary slip. */
const OTHER_FORM_PENALTY = 4
/** Of a name of which nothing is over on either side, be it by sound or with many slips. */
const NAMESAKE_SCORE_MIN = 60
/** Slips with which the whole name is still meant. */
const WHOLE_NAME_EDITS_MAX = 2
/** What a missing umlaut or a doubled letter comes to, in ordinary slips. */
const HABIT_EDITS_MAX = 0.5
/** Likeness from which a name is shown, and which has the highest score below a whole name's. */
export const PARTIAL_LIKENESS_MIN = 0.36
/** What of the query must be answered at least for that, whatever else is alike. */
export const QUERY_SHARE_MIN = Math.sqrt(PARTIAL_LIKENESS_MIN)
/** How much of a likeness does not depend on how much of the name is asked for. */
const NAME_INDEPENDENT_SHARE = 0.35

/** Score, kind and reasons; `undefined` for what is too unlike to be shown. */
export function scoreLikeness(facts: LikenessFacts): LikenessScore | undefined {
  if (isWholeName(facts)) return scored('spelling', spellingScore(facts), facts)
  const likeness = likenessOf(facts)
  if (likeness < PARTIAL_LIKENESS_MIN && facts.contained === 'not') return undefined
  const isSound = facts.isWhole && facts.hasSound
  const scores = [onScale(SCORE_MIN, likeness)]
  if (facts.isWhole) scores.push(onScale(NAMESAKE_SCORE_MIN, likeness))
  if (isOneWordReplaced(facts)) scores.push(replacedWordScore(facts))
  if (facts.contained !== 'not') scores.push(containedScore(facts))
  return scored(isSound ? 'sound' : 'partial', Math.max(...scores), facts)
}

/** Most names that are scored are not shown, and are never asked for their reasons. */
function scored(kind: LikenessScore['kind'], score: number, facts: LikenessFacts): LikenessScore {
  return {
    kind,
    score,
    get reasons() {
      return reasonsOf(facts)
    },
  }
}

/**
 * Only then a score may reach `WHOLE_NAME_SCORE_MIN`. With slips, another form is one slip more; words in another order must be right
 * but for habits of writing.
 */
function isWholeName(facts: LikenessFacts): boolean {
  const {
    isWhole,
    edits,
    weightedEdits,
    inversions,
    hasSound,
    hasAbbreviation,
    hasOtherDigits,
    isOtherForm,
  } = facts
  if (!isWhole || hasSound || hasAbbreviation || hasOtherDigits) return false
  if (inversions > 0 && weightedEdits > HABIT_EDITS_MAX) return false
  return (edits > 0 && isOtherForm ? edits + 1 : edits) <= WHOLE_NAME_EDITS_MAX
}

/**
 * 89 less four a slip, up to six by how much of the letters is wrong, one a blank, two a changed order, `OTHER_FORM_LESS` another form, one a form that
 * the query leaves out.
 */
function spellingScore(facts: LikenessFacts): number {
  const { weightedEdits, letters, joins, inversions, isOtherForm, isFormMissing, isFormer } = facts
  const less = 4 * weightedEdits + Math.min(6, (15 * weightedEdits) / letters) + joins + 2 * inversions
  const byForm = isOtherForm ? OTHER_FORM_PENALTY : Number(isFormMissing)
  const score = Math.round(SPELLING_SCORE_MAX - less) - byForm - Number(isFormer)
  return Math.max(WHOLE_NAME_SCORE_MIN, score)
}

/** 0 to 1: above all how much of the query is answered, then how much of the name is asked for. */
export function shareLikeness(askedShare: number, nameShare: number): number {
  return askedShare * askedShare * (NAME_INDEPENDENT_SHARE + (1 - NAME_INDEPENDENT_SHARE) * nameShare)
}

/** The share of the name without which no likeness is shown that has no more than this share of the query; never below 0. */
export function nameShareMin(askedShare: number): number {
  const least = PARTIAL_LIKENESS_MIN / (askedShare * askedShare) - NAME_INDEPENDENT_SHARE
  return Math.max(0, least / (1 - NAME_INDEPENDENT_SHARE))
}

function likenessOf({ queryShare, nameShare, inversions, isOtherForm, isFormer }: LikenessFacts): number {
  const likeness = shareLikeness(queryShare, nameShare) * 0.97 ** Math.min(inversions, 3)
  return likeness * (isOtherForm ? 0.97 : 1) * (isFormer ? 0.99 : 1)
}

/** From the least likeness to 1 on a scale from `least` to the highest score below a whole name's. */
function onScale(least: number, likeness: number): number {
  const share = Math.max(0, likeness - PARTIAL_LIKENESS_MIN) / (1 - PARTIAL_LIKENESS_MIN)
  return least + Math.floor(share * (NAMESAKE_SCORE_MAX - least))
}

/**
 * One word too many: from 60 up by how much of the query is answered; two: from 54; more: from 51. Six more where they stand behind
 * the name, as a city, a branch or a person does. Only a query of which all is answered reaches the top: of two names that it begins
 * with, the one that leaves less of it over comes first.
 */
function containedScore({ missing, contained, queryShare, isOtherForm }: LikenessFacts): number {
  const least = (missing <= 1 ? 60 : missing === 2 ? 54 : 51) + (contained === 'first' ? 6 : 0)
  const scale = Math.min(14, NAMESAKE_SCORE_MAX - least)
  return least + Math.floor(scale * queryShare) - (isOtherForm ? 1 : 0)
}

/** What of the query must be answered for one other word to be taken for a badly misspelt one. */
const REPLACED_WORD_SHARE_MIN = 0.7

/** All words are answered in order but for one on either side. */
function isOneWordReplaced({ missing, extra, inversions, queryShare }: LikenessFacts): boolean {
  return missing === 1 && extra === 1 && inversions === 0 && queryShare >= REPLACED_WORD_SHARE_MIN
}

/** From 58 up by how much of both is answered. */
function replacedWordScale(askedShare: number, nameShare: number): number {
  return 58 + Math.floor(12 * Math.min(askedShare, nameShare))
}

function replacedWordScore({ queryShare, nameShare, isOtherForm }: LikenessFacts): number {
  return replacedWordScale(queryShare, nameShare) - (isOtherForm ? 1 : 0)
}

/**
 * A bound of the score where words of query or name are left over and not all of the name is in the query, by the shares that may be
 * answered. `mayBeOneWordOther`: of both there may be one word over.
 */
export function partialScoreMax(
  askedShare: number,
  nameShare: number,
  mayBeOneWordReplaced: boolean,
): number {
  const byShares = onScale(SCORE_MIN, shareLikeness(askedShare, nameShare))
  return mayBeOneWordReplaced ? Math.max(byShares, replacedWordScale(askedShare, nameShare)) : byShares
}

function reasonsOf(facts: LikenessFacts): readonly MatchReason[] {
  const { edits, weightedEdits, joins, hasSound, inversions, missing, extra, hasSeat, isOtherForm } = facts
  const reasons: readonly (readonly [boolean, MatchReason])[] = [
    [edits > 0 || weightedEdits > 0, 'slip'],
    [joins > 0, 'joined_words'],
    [hasSound, 'sound'],
    [inversions > 0, 'word_order'],
    [missing > 0, 'missing_words'],
    [extra > 0, 'extra_words'],
    [hasSeat, 'seat'],
    [isOtherForm, 'other_form'],
  ]
  return reasons.filter(([holds]) => holds).map(([, reason]) => reason)
}

/** Initials of three words: 52; each more tells more. */
export function initialsScore(letters: number, isOtherForm: boolean): LikenessScore {
  const score = Math.min(NAMESAKE_SCORE_MAX, 37 + 5 * letters) - (isOtherForm ? 1 : 0)
  return { kind: 'partial', score, reasons: isOtherForm ? ['initials', 'other_form'] : ['initials'] }
}
