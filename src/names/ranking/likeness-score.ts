/**
 * Scores of names that are similar to a query without containing its words: the stages spelling, sound and
 * partial of deep search. Scores are made only here and in `rank.ts` (docs/search.md).
 */
import type { RelatedName } from './diversify.ts'
import type { MatchReason } from './rank.ts'
import { NAMESAKE_SCORE_MAX, SCORE_MIN, WHOLE_NAME_SCORE_MIN } from './rank.ts'
import type { SharedFacts } from './shared-score.ts'
import { relatedScore, sharedScore } from './shared-score.ts'

/** Facts about a name that is similar to a query without containing its words. */
export interface LikenessFacts extends SharedFacts {
  /** Query words that the name lacks, and name words that the query lacks. */
  readonly missing: number
  readonly extra: number
  /** Words in another order. */
  readonly inversions: number
  /** No word is unmatched on either side: the whole name is meant. */
  readonly isWhole: boolean
  readonly hasSound: boolean
  readonly hasAbbreviation: boolean
  /** Edits in all words. */
  readonly edits: number
  /** Letters of the query. */
  readonly letters: number
  readonly hasOtherDigits: boolean
  readonly isFormer: boolean
  readonly sharedPart: () => SharedPart
}

/** What the score of a related name depends on beside the name itself. */
export type SharedPart = Pick<RelatedName, 'words' | 'matched'>

/** Score and explanation of a name that is similar to the query. */
export interface LikenessScore {
  readonly kind: 'spelling' | 'sound' | 'partial' | 'related'
  /** The whole points are shown; that of a related name has fractions, which order it. */
  readonly score: number
  readonly reasons: readonly MatchReason[]
  /** Computed on demand, as only related names need it. */
  readonly sharedPart: () => SharedPart
}

/** The score of a name that is found by something else than its words. */
export type OtherScore = Omit<LikenessScore, 'sharedPart'>

/** Maximum score of a name that is only similar to the query. */
export const SPELLING_SCORE_MAX = 89
/** Deduction of another form from a spelling score: as much as an ordinary edit. */
const OTHER_FORM_PENALTY = 4
/** Minimum score of a name without unmatched words on either side, matched by sound or with many edits. */
const NAMESAKE_SCORE_MIN = 60
/** Maximum edits with which the whole name is still meant. */
const WHOLE_NAME_EDITS_MAX = 2
/** Weight of a missing umlaut or a doubled letter, in ordinary edits. */
const HABIT_EDITS_MAX = 0.5
/**
 * Minimum likeness of a name that is shown. A likeness of 1 gets the highest score below that of a whole
 * name.
 */
export const PARTIAL_LIKENESS_MIN = 0.36
/** Minimum matched share of the query for that likeness, if everything else matches. */
export const QUERY_SHARE_MIN = Math.sqrt(PARTIAL_LIKENESS_MIN)
/** Share of a likeness that does not depend on how much of the name is matched. */
const NAME_INDEPENDENT_SHARE = 0.35

/** Maximum score of a related name. */
export const RELATED_SCORE_MAX = SCORE_MIN - 1
/** Minimum matched share of the query of a related name, … */
const RELATED_SHARE_MIN = 0.25
/** … if it shares no word of this weight: one in fewer than 1 of 1,000 names. */
const RARE_WORD_WEIGHT_MIN = Math.log(1001)

/** Returns score, kind and reasons; `undefined` if the name shares too little with the query. */
export function scoreLikeness(facts: LikenessFacts): LikenessScore | undefined {
  if (isWholeName(facts)) return new FactsScore('spelling', spellingScore(facts), facts)
  const likeness = likenessOf(facts)
  const isShown = likeness >= PARTIAL_LIKENESS_MIN || facts.contained !== 'not'
  const isInOrder = facts.inversions === 0 || facts.weightedEdits <= HABIT_EDITS_MAX
  if (facts.isWhole && isInOrder && isShown) {
    return new FactsScore(facts.hasSound ? 'sound' : 'partial', onScale(NAMESAKE_SCORE_MIN, likeness), facts)
  }
  const score = sharedScore(facts)
  if (isShown && score >= SCORE_MIN) return new FactsScore('partial', score, facts)
  return isRelated(facts) ? new FactsScore('related', relatedScore(facts), facts) : undefined
}

/** Returns the likeness with the kind and at most the score of a related name. */
export function asRelated(likeness: LikenessScore): LikenessScore {
  if (likeness.kind === 'related') return likeness
  const { reasons, sharedPart } = likeness
  return { kind: 'related', score: RELATED_SCORE_MAX, reasons: ['shared_words', ...reasons], sharedPart }
}

/** A name that matches nothing itself is not related, even if its company's seat is a word of the query. */
function isRelated({ matchedOfName, queryShare, strongestMatched }: LikenessFacts): boolean {
  if (matchedOfName === 0) return false
  return queryShare >= RELATED_SHARE_MIN || strongestMatched >= RARE_WORD_WEIGHT_MIN
}

/**
 * A score with the facts that explain it. Its reasons are computed on demand, as most names that are scored are not shown. A
 * class: each object literal with a getter gets a hidden class of its own, which keeps all that the getter refers to.
 */
class FactsScore implements LikenessScore {
  readonly kind: LikenessScore['kind']
  readonly score: number
  readonly #facts: LikenessFacts

  constructor(kind: LikenessScore['kind'], score: number, facts: LikenessFacts) {
    this.kind = kind
    this.score = score
    this.#facts = facts
  }

  get reasons(): readonly MatchReason[] {
    const reasons = reasonsOf(this.#facts)
    return this.kind === 'related' ? ['shared_words', ...reasons] : reasons
  }

  get sharedPart(): () => SharedPart {
    return this.#facts.sharedPart
  }
}

/**
 * Returns whether the score may reach `WHOLE_NAME_SCORE_MIN`. With edits, another form counts as one more
 * edit; words in another order may differ only by habits of spelling.
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
 * Returns 89 minus four per edit, up to six by the share of wrong letters, one per space, two per changed
 * order, and `OTHER_FORM_PENALTY` for another form or one for a form that the query omits.
 */
function spellingScore(facts: LikenessFacts): number {
  const { weightedEdits, letters, joins, inversions, isOtherForm, isFormMissing, isFormer } = facts
  const less = 4 * weightedEdits + Math.min(6, (15 * weightedEdits) / letters) + joins + 2 * inversions
  const byForm = isOtherForm ? OTHER_FORM_PENALTY : Number(isFormMissing)
  const score = Math.round(SPELLING_SCORE_MAX - less) - byForm - Number(isFormer)
  return Math.max(WHOLE_NAME_SCORE_MIN, score)
}

/**
 * Returns a likeness from 0 to 1, which depends mostly on the matched share of the query, then on that of the
 * name.
 */
export function shareLikeness(queryShare: number, nameShare: number): number {
  return queryShare * queryShare * (NAME_INDEPENDENT_SHARE + (1 - NAME_INDEPENDENT_SHARE) * nameShare)
}

/**
 * Returns the minimum share of the name for a likeness that is shown, given the share of the query; never
 * below 0.
 */
export function nameShareMin(queryShare: number): number {
  const least = PARTIAL_LIKENESS_MIN / (queryShare * queryShare) - NAME_INDEPENDENT_SHARE
  return Math.max(0, least / (1 - NAME_INDEPENDENT_SHARE))
}

function likenessOf({ queryShare, nameShare, inversions, isOtherForm, isFormer }: LikenessFacts): number {
  const likeness = shareLikeness(queryShare, nameShare) * 0.97 ** Math.min(inversions, 3)
  return likeness * (isOtherForm ? 0.97 : 1) * (isFormer ? 0.99 : 1)
}

/** Maps a likeness to a score between `least` and the highest score below that of a whole name. */
function onScale(least: number, likeness: number): number {
  const share = Math.max(0, likeness - PARTIAL_LIKENESS_MIN) / (1 - PARTIAL_LIKENESS_MIN)
  return least + Math.floor(share * (NAMESAKE_SCORE_MAX - least))
}

function reasonsOf(facts: LikenessFacts): readonly MatchReason[] {
  const reasons: MatchReason[] = []
  if (facts.edits > 0 || facts.weightedEdits > 0) reasons.push('slip')
  if (facts.joins > 0) reasons.push('joined_words')
  if (facts.hasSound) reasons.push('sound')
  if (facts.inversions > 0) reasons.push('word_order')
  if (facts.missing > 0) reasons.push('missing_words')
  if (facts.extra > 0) reasons.push('extra_words')
  if (facts.hasSeat) reasons.push('seat')
  if (facts.isOtherForm) reasons.push('other_form')
  return reasons
}

/**
 * Returns the score of initials: 52 for three words, more for each further word. A name of three or four
 * letters that are the initials of the query is only related: so many companies have such a name that chance
 * explains it.
 */
export function initialsScore(queryWords: number, nameWords: number, isOtherForm: boolean): OtherScore {
  const reasons: readonly MatchReason[] = isOtherForm ? ['initials', 'other_form'] : ['initials']
  if (nameWords === 1 && queryWords <= CHANCE_INITIALS_MAX)
    return { kind: 'related', score: CHANCE_INITIALS_SCORE, reasons }
  const score = 37 + 5 * Math.max(queryWords, nameWords) - (isOtherForm ? 1 : 0)
  return { kind: 'partial', score: Math.min(NAMESAKE_SCORE_MAX, score), reasons }
}

/** Maximum words of a query whose initials many companies have as their name by chance, … */
const CHANCE_INITIALS_MAX = 4
/** … and the score of these names. */
const CHANCE_INITIALS_SCORE = 30

/** Highest score of a name with other initials. */
const OTHER_INITIALS_SCORE_MAX = 52

/**
 * Returns the score of a name of the same form that has other initials, or a short word instead of them
 * (`GeKo` for `G & K`), and otherwise the letters of the query. It comes after names that have the query's
 * own initials and share other words, as those are meant more often. `edits`: letters of the initials that
 * differ, 1 or 2.
 */
export function otherInitialsScore(edits: number): OtherScore {
  return { kind: 'partial', score: OTHER_INITIALS_SCORE_MAX - edits, reasons: ['slip', 'joined_words'] }
}

/** Score of a name that has the owner of a sign: higher ones come before names that share the sign. */
const OWNER_NAME_SCORE = 35

/**
 * Returns the score of a name that has the owner in a query (`Optik Karl Meier` for `Adler-Apotheke Inh. Karl Meier`). It is
 * only related: a shop that changes its name mostly keeps its sign, and sometimes takes the name of its owner.
 */
export function ownerNameScore(): OtherScore {
  return { kind: 'related', score: OWNER_NAME_SCORE, reasons: ['shared_words', 'missing_words'] }
}
