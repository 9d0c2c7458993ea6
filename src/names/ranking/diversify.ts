/**
 * Diversification of related names: what a company kept of a name is not known, so the first names should show different
 * parts of the query. A name loses points for what the names above it have shown already (docs/search.md).
 */
import { RELATED_SCORE_MIN, STEPS_PER_POINT } from './rank.ts'

/** A related name before the others are known. */
export interface RelatedName {
  /** Its score by itself, in steps of `1 / STEPS_PER_POINT`. */
  readonly score: number
  /** Its words, separated by spaces. */
  readonly words: string
  /** The positions of the query's words that it matches, in ascending order. */
  readonly matched: readonly number[]
}

/** Deduction for the same words as a name above. */
const SAME_WORDS_POINTS = 3
/** Deduction if each matched word of the query is matched by one name above; by three names: twice as much. */
const SAME_PART_POINTS = 1

/** Names that match the same words of the query. */
interface Group {
  readonly matched: readonly number[]
  /** Its names, the best first, with their scores less `SAME_WORDS_POINTS` where due. */
  readonly names: { readonly place: number; readonly score: number }[]
  /** How many of them have their final score. */
  done: number
  /** The score of the next one, or a higher one: what is taken only lowers it. */
  next: number
}

/**
 * Returns the final score of each name, at least `RELATED_SCORE_MIN`. The names must be in the order of hits. Each time the
 * name with the highest score is taken; of equal ones, the first. It loses `SAME_PART_POINTS · log2(1 + n)`, where n names
 * taken before match that of its matched words which the fewest of them match.
 */
export function diversifiedScores(names: readonly RelatedName[]): readonly number[] {
  const groups = groupsOf(names)
  const taken: number[] = []
  const scores = new Array<number>(names.length)
  for (let left = names.length; left > 0; ) {
    const group = bestOf(groups)
    const score = nextScore(group, taken)
    if (score < group.next) group.next = score
    else {
      scores[placeOf(group)] = Math.max(
        RELATED_SCORE_MIN,
        Math.floor(score * STEPS_PER_POINT) / STEPS_PER_POINT,
      )
      for (const at of group.matched) taken[at] = (taken[at] ?? 0) + 1
      group.done++
      group.next = nextScore(group, taken)
      left--
    }
  }
  return scores
}

function groupsOf(names: readonly RelatedName[]): readonly Group[] {
  const groups = new Map<string, Group>()
  const seen = new Set<string>()
  for (const [place, { score, words, matched }] of names.entries()) {
    const key = matched.join(' ')
    const group = groups.get(key) ?? { matched, names: [], done: 0, next: Number.POSITIVE_INFINITY }
    groups.set(key, group)
    group.names.push({ place, score: seen.has(words) ? score - SAME_WORDS_POINTS : score })
    seen.add(words)
  }
  for (const { names } of groups.values()) names.sort(compareNames)
  return [...groups.values()]
}

function compareNames(a: Group['names'][number], b: Group['names'][number]): number {
  return b.score - a.score || a.place - b.place
}

/** Returns the group with the highest score of its next name; of equal ones, that of the first name. */
function bestOf(groups: readonly Group[]): Group {
  let best = groups[0] as Group
  for (const group of groups)
    if (group.next > best.next || (group.next === best.next && placeOf(group) < placeOf(best))) best = group
  return best
}

function placeOf({ names, done }: Group): number {
  return names[done]?.place ?? Number.POSITIVE_INFINITY
}

/** Returns the score of the group's next name after what is taken; without one, the lowest number. */
function nextScore({ matched, names, done }: Group, taken: readonly number[]): number {
  const next = names[done]
  if (next === undefined) return Number.NEGATIVE_INFINITY
  let least = matched.length === 0 ? 0 : Number.POSITIVE_INFINITY
  for (const at of matched) least = Math.min(least, taken[at] ?? 0)
  return next.score - SAME_PART_POINTS * Math.log2(1 + least)
}
