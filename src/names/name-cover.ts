/** How much of a query's words a name answers, and how much of the name's words the query speaks of. */
import type { AskedName, CandidateName } from './name-likeness.ts'
import type { WordLink } from './word-alignment.ts'
import { isMisspeltForm } from './word-weight.ts'

export interface Cover {
  /** Weight of the query's words that words of the name answer. */
  readonly answered: number
  /** Weight of those that only the company's seat answers. */
  readonly bySeat: number
  /** Words without an answer; slips of a form are none. */
  readonly askedLeft: number
  readonly nameLeft: number
  /** Slips of a form on either side. */
  readonly formSlips: number
  /** Shares of the weight that is answered; a like word counts for less than the word itself. */
  readonly askedShare: number
  readonly nameShare: number
}

/** What a word of the seat in the name weighs where the query leaves it out. */
export const SEAT_WEIGHT_SHARE = 0.3
const SEAT_SAMENESS = 0.9
const SOUND_SAMENESS = 0.75
const SAMENESS_MIN = 0.6
/** Cost (`wordLikeness`) at which a word would be worth nothing. */
const COST_OF_UNLIKE = 150

export function coverOf(asked: AskedName, name: CandidateName, links: readonly WordLink[]): Cover {
  const askedSameness = new Array<number>(asked.words.length).fill(0)
  const nameSameness = new Array<number>(name.words.length).fill(0)
  for (const link of links) {
    const sameness = samenessOf(link)
    askedSameness.fill(sameness, link.askedFrom, link.askedTo)
    nameSameness.fill(sameness, link.nameFrom, link.nameTo)
  }
  const ofAsked = askedCover(asked, name.seat, askedSameness)
  const ofName = nameCover(name, nameSameness)
  return { ...ofAsked, ...ofName, formSlips: ofAsked.askedFormSlips + ofName.nameFormSlips }
}

function samenessOf({ kind, cost }: WordLink): number {
  return kind === 'sound' ? SOUND_SAMENESS : Math.max(SAMENESS_MIN, 1 - cost / COST_OF_UNLIKE)
}

function askedCover(
  { words, weights, weight }: AskedName,
  seat: readonly string[],
  sameness: readonly number[],
) {
  let [answered, bySeat, askedLeft, askedFormSlips, sum] = [0, 0, 0, 0, 0]
  for (let i = 0; i < words.length; i++) {
    const own = weights[i] as number
    const word = words[i] as string
    if ((sameness[i] as number) > 0) {
      answered += own
      sum += own * (sameness[i] as number)
    } else if (seat.includes(word)) {
      bySeat += own
      sum += own * SEAT_SAMENESS
    } else if (isMisspeltForm(word)) askedFormSlips++
    else askedLeft++
  }
  return { answered, bySeat, askedLeft, askedFormSlips, askedShare: sum / weight }
}

function nameCover({ words, weights, seat }: CandidateName, sameness: readonly number[]) {
  let [nameLeft, nameFormSlips, sum, weight] = [0, 0, 0, 0]
  for (let j = 0; j < words.length; j++) {
    const word = words[j] as string
    const isLeft = sameness[j] === 0
    const own = (weights[j] as number) * (isLeft && seat.includes(word) ? SEAT_WEIGHT_SHARE : 1)
    weight += own
    sum += own * (sameness[j] as number)
    if (isLeft && isMisspeltForm(word)) nameFormSlips++
    else if (isLeft) nameLeft++
  }
  return { nameLeft, nameFormSlips, nameShare: weight === 0 ? 0 : sum / weight }
}
