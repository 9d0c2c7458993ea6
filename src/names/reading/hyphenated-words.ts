/**
 * Hyphens: `Müller-Bau` also equals `Müller Bau` and `Müllerbau`. For a registered name, the joined runs of a
 * hyphen chain are indexed together with its parts. For a query, every way of joining the chain is searched.
 */

/** A run of hyphenated words, written as one word. */
export interface JoinedWord {
  readonly letters: string
  /** Number of words in the run. */
  readonly parts: number
  /** Letters (UTF-16 units) of the first part. A prefix no longer than this matches the first part itself. */
  readonly firstLetters: number
}

/** Maximum words of a run indexed from a longer chain. */
const RUN_PARTS_MAX = 3
/** Maximum words of a chain that is indexed as a whole. */
export const CHAIN_PARTS_MAX = 8
/**
 * Maximum words of a query's chain that is joined in every possible way. Longer chains have fewer variants.
 */
const CHAIN_ALL_VARIANTS_MAX = 4
/** Maximum variants of one query. Chains beyond it are searched only as separate words. */
export const HYPHEN_VARIANTS_MAX = 16

/** Returns the first and last index (inclusive) of every maximal run of hyphenated words. */
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

/** Returns every joined word under which a registered name is indexed; none for a name without hyphens. */
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
 * Returns the variants of a query: its words with the hyphen chains joined in different ways, the unjoined
 * variant first. At most `HYPHEN_VARIANTS_MAX`. A query without hyphens has one variant.
 */
export function hyphenVariants(
  words: readonly string[],
  hyphens: readonly boolean[],
): readonly (readonly string[])[] {
  let variants: (readonly number[])[] = [[]]
  for (const [first, last] of hyphenChains(hyphens)) {
    const ofChain = variantsOfChain(first, last)
    const all = ofChain.flatMap((joins) => variants.map((variant) => [...variant, ...joins]))
    if (all.length <= HYPHEN_VARIANTS_MAX) variants = all
  }
  return variants.map((joins) => joinAt(words, new Set(joins)))
}

/** Returns the joined hyphens of each variant, by the index of the word before the hyphen. */
function variantsOfChain(first: number, last: number): readonly (readonly number[])[] {
  const hyphens = Array.from({ length: last - first }, (_, i) => first + i)
  if (hyphens.length >= CHAIN_ALL_VARIANTS_MAX) {
    return [[], hyphens, ...hyphens.map((hyphen) => [hyphen])].slice(0, HYPHEN_VARIANTS_MAX)
  }
  return Array.from({ length: 2 ** hyphens.length }, (_, bits) =>
    hyphens.filter((_hyphen, i) => (bits >>> i) & 1),
  )
}

/** A joined word of a query that shares words with the rest of the query. */
export interface RepeatedParts {
  /** Number of words it joins. */
  readonly parts: number
  /**
   * Number of these words that also occur elsewhere in the query. A name that has the joined word and those
   * words has that many fewer distinct words.
   */
  readonly repeated: number
}

const NO_REPEATS: ReadonlyMap<string, RepeatedParts> = new Map()

/** Returns the repeated parts of a variant by joined word. Few queries have any. */
export function repeatedParts(
  words: readonly string[],
  variant: readonly string[],
): ReadonlyMap<string, RepeatedParts> {
  if (variant.length === words.length || new Set(words).size === words.length) return NO_REPEATS
  const repeats = new Map<string, RepeatedParts>()
  const seen = new Set(variant)
  for (const parts of partsOfVariant(words, variant)) {
    const token = parts.join('')
    if (parts.length === 1 || repeats.has(token)) continue
    const newParts = new Set(parts.filter((part) => !seen.has(part)))
    for (const part of newParts) seen.add(part)
    const repeated = parts.length - newParts.size
    if (repeated > 0) repeats.set(token, { parts: parts.length, repeated })
  }
  return repeats
}

/** Returns the words that each token of the variant joins. */
function partsOfVariant(
  words: readonly string[],
  variant: readonly string[],
): readonly (readonly string[])[] {
  let from = 0
  return variant.map((token) => {
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
