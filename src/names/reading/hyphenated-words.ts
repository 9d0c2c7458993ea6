/**
 * Hyphens: `Müller-Bau` is `Müller Bau` and `Müllerbau` too. In a registered name the joined runs of a
 * hyphen chain are indexed beside its parts; in a query the chain is asked in every way it can be joined.
 */

/** A run of words that hyphens join, written as one word. */
export interface JoinedWord {
  readonly letters: string
  /** How many words it stands for. */
  readonly parts: number
  /** Letters (UTF-16 units) of its first part: a beginning no longer than that is found by that part alone. */
  readonly firstLetters: number
}

/** Runs of up to this many words are indexed out of longer chains. */
const RUN_PARTS_MAX = 3
/** Whole chains are indexed up to this many words. */
export const CHAIN_PARTS_MAX = 8
/** A chain of the query up to this many words is asked in every way of joining; a longer one in few. */
const CHAIN_ALL_VARIANTS_MAX = 4
/** Ways of joining the hyphens of one query that are asked; what is beyond is asked parted only. */
export const HYPHEN_VARIANTS_MAX = 16

/** First and last word (inclusive) of every maximal run of hyphened words. */
export function hyphenChains(hyphens: readonly boolean[]): readonly (readonly [number, number])[] {
  const chains: [number, number][] = []
  for (let i = 0; i < hyphens.length; i++) {
    if (!hyphens[i]) continue
    const last = chains.at(-1)
    if (last !== undefined && last[1] === i) last[1] = i + 1
    else chains.push([i, i + 1])
  }
  return chains
}

/** Every joined word that a registered name is indexed under; none when it has no hyphen. */
export function joinedWords(words: readonly string[], hyphens: readonly boolean[]): readonly JoinedWord[] {
  return hyphenChains(hyphens).flatMap(([first, last]) => joinsOfChain(words.slice(first, last + 1)))
}

function joinsOfChain(words: readonly string[]): readonly JoinedWord[] {
  const joined: JoinedWord[] = []
  const partsMax = words.length > CHAIN_PARTS_MAX ? RUN_PARTS_MAX : words.length
  for (let from = 0; from < words.length - 1; from++) {
    for (let parts = 2; parts <= partsMax && from + parts <= words.length; parts++) {
      if (parts > RUN_PARTS_MAX && parts < words.length) continue
      const letters = words.slice(from, from + parts).join('')
      joined.push({ letters, parts, firstLetters: (words[from] as string).length })
    }
  }
  return joined
}

/**
 * The query's words with its hyphen chains joined in every way that is asked, the parted way first.
 * At most `QUERY_WAYS_MAX`. A query without hyphens has one way.
 */
export function hyphenVariants(
  words: readonly string[],
  hyphens: readonly boolean[],
): readonly (readonly string[])[] {
  let ways: (readonly number[])[] = [[]]
  for (const [first, last] of hyphenChains(hyphens)) {
    const ofChain = variantsOfChain(first, last)
    const all = ofChain.flatMap((glued) => ways.map((way) => [...way, ...glued]))
    if (all.length <= HYPHEN_VARIANTS_MAX) ways = all
  }
  return ways.map((glued) => joinAt(words, new Set(glued)))
}

/** Each way: the hyphens (by the word before) that join. */
function variantsOfChain(first: number, last: number): readonly (readonly number[])[] {
  const places = Array.from({ length: last - first }, (_, i) => first + i)
  if (places.length >= CHAIN_ALL_VARIANTS_MAX) {
    return [[], places, ...places.map((place) => [place])].slice(0, HYPHEN_VARIANTS_MAX)
  }
  return Array.from({ length: 2 ** places.length }, (_, bits) =>
    places.filter((_place, i) => (bits >>> i) & 1),
  )
}

/** A joined word of a query, some of whose words the query has elsewhere too. */
export interface RepeatedParts {
  /** How many words it joins. */
  readonly parts: number
  /** How many of them are spoken of elsewhere: a name that has the joined word and these has so many different words less. */
  readonly repeated: number
}

const NO_REPEATS: ReadonlyMap<string, RepeatedParts> = new Map()

/** By joined word of a way of joining `words`; few queries have any. */
export function repeatedParts(
  words: readonly string[],
  variant: readonly string[],
): ReadonlyMap<string, RepeatedParts> {
  if (variant.length === words.length || new Set(words).size === words.length) return NO_REPEATS
  const repeats = new Map<string, RepeatedParts>()
  const known = new Set(variant)
  for (const parts of partsOfVariant(words, variant)) {
    const token = parts.join('')
    if (parts.length === 1 || repeats.has(token)) continue
    const fresh = new Set(parts.filter((part) => !known.has(part)))
    for (const part of fresh) known.add(part)
    const repeated = parts.length - fresh.size
    if (repeated > 0) repeats.set(token, { parts: parts.length, repeated })
  }
  return repeats
}

/** The words that each token of the way joins. */
function partsOfVariant(words: readonly string[], way: readonly string[]): readonly (readonly string[])[] {
  let from = 0
  return way.map((token) => {
    let to = from
    for (let letters = 0; letters < token.length; to++) letters += (words[to] as string).length
    const parts = words.slice(from, to)
    from = to
    return parts
  })
}

function joinAt(words: readonly string[], joins: ReadonlySet<number>): readonly string[] {
  const tokens: string[] = []
  for (let i = 0; i < words.length; i++) {
    if (i > 0 && joins.has(i - 1)) tokens[tokens.length - 1] = `${tokens.at(-1)}${words[i]}`
    else tokens.push(words[i] as string)
  }
  return tokens
}
