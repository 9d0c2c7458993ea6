/** What the words of a query and of a name share, also where they do not match as a whole. */
import type { SharedFacts } from '../ranking/shared-score.ts'
import { CHANCE_LETTERS } from './letter-runs.ts'
import type { CandidateName, NameQuery } from './name-pair.ts'
import type { WordLink } from './word-alignment.ts'

/** The facts about words that this module finds. */
type SharedWords = Pick<
  SharedFacts,
  | 'strongest'
  | 'strongestMatched'
  | 'secondMatched'
  | 'strongestOfName'
  | 'sharesSeat'
  | 'matchedOfQuery'
  | 'matchedOfName'
  | 'partsOfQuery'
  | 'partsOfName'
>

/** Returns what the words share, by the links between them. */
export function sharedWordsOf(
  query: NameQuery,
  name: CandidateName,
  links: readonly WordLink[],
): SharedWords {
  const queryFree = freeWords(query.words, links, ({ queryFrom, queryTo }) => [queryFrom, queryTo])
  const nameFree = freeWords(name.words, links, ({ nameFrom, nameTo }) => [nameFrom, nameTo])
  const strongest = heaviest(query.weights, () => true)
  const ofQuery = matchedWeights(query.weights, links, ({ queryFrom, queryTo }) => [queryFrom, queryTo])
  const ofName = matchedWeights(name.weights, links, ({ nameFrom, nameTo }) => [nameFrom, nameTo])
  return {
    strongest,
    strongestMatched: heaviest(query.weights, (i) => !queryFree[i]),
    secondMatched: (secondOf(ofQuery) - secondOf(query.weights)) / query.weightMax,
    strongestOfName: (Math.max(0, ...ofName) - strongest) / query.weightMax,
    sharesSeat: name.words.some((word, j) => !nameFree[j] && name.seat.includes(word)),
    matchedOfQuery: matchedShare(links, query.words.length, ({ queryFrom, queryTo }) => queryTo - queryFrom),
    matchedOfName: matchedShare(links, name.words.length, ({ nameFrom, nameTo }) => nameTo - nameFrom),
    ...partsOf(query, queryFree, name, nameFree),
  }
}

/** Returns for each word whether no link has it. */
function freeWords(
  words: readonly string[],
  links: readonly WordLink[],
  rangeOf: (link: WordLink) => readonly [from: number, to: number],
): readonly boolean[] {
  const free = words.map(() => true)
  for (const link of links) free.fill(false, ...rangeOf(link))
  return free
}

/** Cost (`wordLikeness`) at which a word counts as unmatched. */
const UNLIKE_COST = 100

/** Returns the weight of each word that a link has, less for a misspelt one; 0 for all others. */
function matchedWeights(
  weights: readonly number[],
  links: readonly WordLink[],
  rangeOf: (link: WordLink) => readonly [from: number, to: number],
): readonly number[] {
  const matched = weights.map(() => 0)
  for (const link of links) {
    const [from, to] = rangeOf(link)
    for (let i = from; i < to; i++) matched[i] = (weights[i] as number) * qualityOf(link)
  }
  return matched
}

/** Returns the second highest weight; 0 if there is none. */
export function secondOf(weights: readonly number[]): number {
  return weights.toSorted((a, b) => b - a)[1] ?? 0
}

/** Returns 1 for an equal word, less for a misspelt one. */
export function qualityOf({ cost }: Pick<WordLink, 'cost'>): number {
  return Math.max(0, 1 - cost / UNLIKE_COST)
}

/** Returns the share of words that match; a misspelt word counts the less, the more it differs. */
function matchedShare(
  links: readonly WordLink[],
  words: number,
  wordsOf: (link: WordLink) => number,
): number {
  let matched = 0
  for (const link of links) matched += wordsOf(link) * qualityOf(link)
  return matched / Math.max(1, words)
}

function heaviest(weights: readonly number[], counts: (at: number) => boolean): number {
  let most = 0
  for (let i = 0; i < weights.length; i++) if (counts(i)) most = Math.max(most, weights[i] as number)
  return most
}

/** Returns the shares of the weights whose free words have a part in common with words of the other side. */
function partsOf(
  query: NameQuery,
  queryFree: readonly boolean[],
  name: CandidateName,
  nameFree: readonly boolean[],
): Pick<SharedWords, 'partsOfQuery' | 'partsOfName'> {
  const inQuery = new Float64Array(query.words.length)
  const inName = new Float64Array(name.words.length)
  name.words.forEach((word, j) => {
    for (const { at, letters } of query.commonParts.of(word)) {
      inName[j] = Math.max(inName[j] as number, partShare(letters, word.length))
      inQuery[at] = Math.max(inQuery[at] as number, partShare(letters, (query.words[at] as string).length))
    }
  })
  return {
    partsOfQuery: weightShare(query.weights, queryFree, inQuery),
    partsOfName: weightShare(name.weights, nameFree, inName),
  }
}

/** Returns the share of a word of this length that so many of its letters are, without those that chance makes equal. */
export function partShare(letters: number, length: number): number {
  return (letters - CHANCE_LETTERS) / (length - CHANCE_LETTERS)
}

/** Returns the share of the weight that the parts of free words are. */
function weightShare(weights: readonly number[], free: readonly boolean[], parts: Float64Array): number {
  let [shared, weight] = [0, 0]
  for (let i = 0; i < weights.length; i++) {
    weight += weights[i] as number
    if (free[i]) shared += (weights[i] as number) * (parts[i] as number)
  }
  return weight === 0 ? 0 : shared / weight
}
