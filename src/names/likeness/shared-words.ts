/** What the words of a query and of a name share, also where they do not match as a whole. */
import type { SharedFacts } from '../ranking/shared-score.ts'
import { AND } from './compound-splits.ts'
import type { CandidateName, NameQuery } from './name-pair.ts'
import type { WordLink } from './word-alignment.ts'

/** The facts about words that this module finds. */
type SharedWords = Pick<
  SharedFacts,
  | 'strongest'
  | 'strongestMatched'
  | 'strongestMissing'
  | 'strongestExtra'
  | 'equalOfQuery'
  | 'equalOfName'
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
  const isMissing = (i: number) =>
    !name.seat.includes(query.words[i] as string) && !query.formTypos[i] && query.words[i] !== AND
  const equal = links.reduce((count, { kind }) => count + (kind === 'same' ? 1 : 0), 0)
  return {
    strongest: heaviest(query.weights, () => true),
    strongestMatched: heaviest(query.weights, (i) => !queryFree[i]),
    strongestMissing: heaviest(query.weights, (i) => (queryFree[i] as boolean) && isMissing(i)),
    strongestExtra: heaviest(name.weights, (j) => nameFree[j] as boolean),
    equalOfQuery: equal / query.words.length,
    equalOfName: equal / Math.max(1, name.words.length),
    partsOfQuery: partsShare(query, queryFree, name.words),
    partsOfName: partsShare(name, nameFree, query.words),
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

function heaviest(weights: readonly number[], counts: (at: number) => boolean): number {
  let most = 0
  for (let i = 0; i < weights.length; i++) if (counts(i)) most = Math.max(most, weights[i] as number)
  return most
}

/** Equal letters up to this number are chance. */
const CHANCE_LETTERS = 3

/** Returns the share of the weight of one side that its free words have in common with words of the other. */
function partsShare(
  { words, weights }: Pick<CandidateName, 'words' | 'weights'>,
  free: readonly boolean[],
  others: readonly string[],
): number {
  let [shared, weight] = [0, 0]
  for (let i = 0; i < words.length; i++) {
    weight += weights[i] as number
    if (free[i]) shared += (weights[i] as number) * partOf(words[i] as string, others)
  }
  return weight === 0 ? 0 : shared / weight
}

/** Returns the share of the word, from 0 to 1, that the longest part in common with one of the others has. */
function partOf(word: string, others: readonly string[]): number {
  const most = word.length - CHANCE_LETTERS
  if (most <= 0) return 0
  let best = 0
  for (const other of others) {
    const reachable = Math.min(word.length, other.length) - CHANCE_LETTERS
    if (reachable > best) best = Math.max(best, commonLetters(word, other) - CHANCE_LETTERS)
  }
  return best / most
}

/** By position in the second word: the length of the equal letters that end there; reused by every call. */
let ending = new Uint16Array(64)

/** Returns the length of the longest run of letters that both words have. */
function commonLetters(a: string, b: string): number {
  if (b.length >= ending.length) ending = new Uint16Array(2 * b.length)
  ending.fill(0, 0, b.length + 1)
  let longest = 0
  for (let i = 0; i < a.length; i++) {
    const letter = a.charCodeAt(i)
    for (let j = b.length; j > 0; j--) {
      const length = b.charCodeAt(j - 1) === letter ? (ending[j - 1] as number) + 1 : 0
      ending[j] = length
      if (length > longest) longest = length
    }
  }
  return longest
}
