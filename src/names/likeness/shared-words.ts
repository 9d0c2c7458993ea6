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
  const ofQuery = new Array<number>(query.words.length).fill(FREE)
  const ofName = new Array<number>(name.words.length).fill(FREE)
  let [matchedOfQuery, matchedOfName] = [0, 0]
  for (const link of links) {
    const { queryFrom, queryTo, nameFrom, nameTo } = link
    const quality = qualityOf(link)
    for (let i = queryFrom; i < queryTo; i++) ofQuery[i] = quality
    for (let j = nameFrom; j < nameTo; j++) ofName[j] = quality
    matchedOfQuery += (queryTo - queryFrom) * quality
    matchedOfName += (nameTo - nameFrom) * quality
  }
  const parts = partsOf(query, ofQuery, name, ofName)
  return {
    strongest: query.strongest,
    strongestMatched: heaviestMatched(query.weights, ofQuery),
    secondMatched: (secondMatched(query.weights, ofQuery) - query.second) / query.weightMax,
    strongestOfName: (heaviestByQuality(name.weights, ofName) - query.strongest) / query.weightMax,
    sharesSeat: sharesSeat(name, ofName),
    matchedOfQuery: matchedOfQuery / Math.max(1, query.words.length),
    matchedOfName: matchedOfName / Math.max(1, name.words.length),
    partsOfQuery: parts.ofQuery,
    partsOfName: parts.ofName,
  }
}

/** The quality of a word that no link has; of others it is 0 to 1 (`qualityOf`). */
const FREE = -1
/** By word: its quality. */
type Qualities = readonly number[]

/** Cost (`wordLikeness`) at which a word counts as unmatched. */
const UNLIKE_COST = 100

/** Returns 1 for an equal word, less for a misspelt one. */
export function qualityOf({ cost }: Pick<WordLink, 'cost'>): number {
  return Math.max(0, 1 - cost / UNLIKE_COST)
}

/** Returns the highest weight of a matched word. */
function heaviestMatched(weights: readonly number[], qualities: Qualities): number {
  let most = 0
  for (let i = 0; i < weights.length; i++)
    if (qualities[i] !== FREE) most = Math.max(most, weights[i] as number)
  return most
}

/** Returns the highest weight of a matched word, less for a misspelt one. */
function heaviestByQuality(weights: readonly number[], qualities: Qualities): number {
  let most = 0
  for (let i = 0; i < weights.length; i++)
    most = Math.max(most, (weights[i] as number) * Math.max(0, qualities[i] as number))
  return most
}

/** Returns the second highest weight of a matched word, less for a misspelt one; 0 if there is none. */
function secondMatched(weights: readonly number[], qualities: Qualities): number {
  let [most, second] = [0, 0]
  for (let i = 0; i < weights.length; i++) {
    const weight = (weights[i] as number) * Math.max(0, qualities[i] as number)
    second = Math.max(second, Math.min(most, weight))
    most = Math.max(most, weight)
  }
  return second
}

function sharesSeat({ words, seat }: CandidateName, qualities: Qualities): boolean {
  for (let j = 0; j < words.length; j++)
    if (qualities[j] !== FREE && seat.includes(words[j] as string)) return true
  return false
}

/** Returns the shares of the weights whose free words have a part in common with words of the other side. */
function partsOf(query: NameQuery, ofQuery: Qualities, name: CandidateName, ofName: Qualities) {
  const inQuery = new Array<number>(query.words.length).fill(0)
  const inName = new Array<number>(name.words.length).fill(0)
  for (let j = 0; j < name.words.length; j++) {
    const word = name.words[j] as string
    for (const { at, letters } of query.commonParts.of(word)) {
      inName[j] = Math.max(inName[j] as number, partShare(letters, word.length))
      inQuery[at] = Math.max(inQuery[at] as number, partShare(letters, (query.words[at] as string).length))
    }
  }
  return {
    ofQuery: weightShare(query.weights, ofQuery, inQuery),
    ofName: weightShare(name.weights, ofName, inName),
  }
}

/** Returns the share of a word of this length that so many of its letters are, without those that chance makes equal. */
export function partShare(letters: number, length: number): number {
  return (letters - CHANCE_LETTERS) / (length - CHANCE_LETTERS)
}

/** Returns the share of the weight that the parts of free words are. */
function weightShare(weights: readonly number[], qualities: Qualities, parts: readonly number[]): number {
  let [shared, weight] = [0, 0]
  for (let i = 0; i < weights.length; i++) {
    weight += weights[i] as number
    if (qualities[i] === FREE) shared += (weights[i] as number) * (parts[i] as number)
  }
  return weight === 0 ? 0 : shared / weight
}
