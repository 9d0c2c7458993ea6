/** How much of a query's words a name answers, and how much of the name's words the query speaks of. */
import type { AskedName, CandidateName } from './name-pair.ts'
import type { WordLink } from './word-alignment.ts'
import { isMisspeltForm } from './word-weight.ts'

export interface Cover {
  /** Weight of the query's words that words of the name answer, like words for less than the same. */
  readonly answered: number
  /** Words of the query that only the company's seat answers. */
  readonly bySeat: number
  /** Words without an answer; slips of a form are none. */
  readonly askedLeft: number
  readonly nameLeft: number
  /** Slips of a form on either side. */
  readonly formSlips: number
  /** Shares of the weight that is answered. */
  readonly askedShare: number
  readonly nameShare: number
}

/** What a word of the seat in the name weighs where the query leaves it out. */
export const SEAT_WEIGHT_SHARE = 0.3
/** What a word of the query is worth that only the seat answers. */
export const SEAT_SAMENESS = 0.9
/** Of words of one sound, and of one and what it may mean (`wordsMeant`). */
const DOUBTFUL_SAMENESS = 0.75
/** Cost (`wordLikeness`) at which a word would be worth nothing. */
const COST_OF_UNLIKE = 150

/** What every like word answers at least, a little more than is needed to be shown: else a whole name with slips might not be. */
const LIKE_SHARE_MIN = 0.61

/** What a like word answers: no more than the more frequent of the two tells, but never too little to be shown. */
export function likeWeight(
  { kind, cost }: Pick<WordLink, 'kind' | 'cost'>,
  asked: number,
  name: number,
): number {
  if (kind === 'same') return asked
  const isDoubtful = kind === 'sound' || kind === 'abbreviation'
  const sameness = isDoubtful ? DOUBTFUL_SAMENESS : 1 - cost / COST_OF_UNLIKE
  return Math.max(LIKE_SHARE_MIN * asked, sameness * (kind === 'joined' ? asked : Math.min(asked, name)))
}

/** Of each word, by its place: what is answered of it; -1 where it has no answer. */
type Answers = Float64Array

export function coverOf(asked: AskedName, name: CandidateName, links: readonly WordLink[]): Cover {
  const askedBy = new Float64Array(asked.words.length).fill(-1)
  const nameBy = new Float64Array(name.words.length).fill(-1)
  for (const link of links) {
    for (let i = link.askedFrom; i < link.askedTo; i++) {
      askedBy[i] = likeWeight(link, asked.weights[i] as number, name.weights[link.nameFrom] as number)
    }
    for (let j = link.nameFrom; j < link.nameTo; j++) {
      nameBy[j] = likeWeight(link, name.weights[j] as number, asked.weights[link.askedFrom] as number)
    }
  }
  const ofAsked = askedCover(asked, name.seat, askedBy)
  const ofName = nameCover(name, nameBy)
  return { ...ofAsked, ...ofName, formSlips: ofAsked.askedFormSlips + ofName.nameFormSlips }
}

function askedCover(
  { words, weights, weight, formSlips }: AskedName,
  seat: readonly string[],
  answers: Answers,
) {
  let [answered, bySeat, seatWeight, askedLeft, askedFormSlips] = [0, 0, 0, 0, 0]
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    if ((answers[i] as number) >= 0) {
      answered += answers[i] as number
    } else if (seat.includes(word)) {
      bySeat++
      seatWeight += (weights[i] as number) * SEAT_SAMENESS
    } else if (formSlips[i]) askedFormSlips++
    else askedLeft++
  }
  return { answered, bySeat, askedLeft, askedFormSlips, askedShare: (answered + seatWeight) / weight }
}

function nameCover({ words, weights, seat }: CandidateName, answers: Answers) {
  let [nameLeft, nameFormSlips, answered, left] = [0, 0, 0, 0]
  for (let j = 0; j < words.length; j++) {
    if ((answers[j] as number) >= 0) {
      answered += answers[j] as number
      continue
    }
    const word = words[j] as string
    left += (weights[j] as number) * (seat.includes(word) ? SEAT_WEIGHT_SHARE : 1)
    if (isMisspeltForm(word)) nameFormSlips++
    else nameLeft++
  }
  return { nameLeft, nameFormSlips, nameShare: answered + left === 0 ? 0 : answered / (answered + left) }
}
