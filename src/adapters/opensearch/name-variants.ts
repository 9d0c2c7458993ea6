/**
 * Query variants: the ways in which the words of a query can match names. A word matches as it is, or as the joined
 * form of hyphenated words; each combination is a variant. A variant covers a fixed number of words of a name, so the
 * order of names by their number of words is the order of its hits.
 */
import type { RepeatedParts } from '../../names/reading/hyphenated-words.ts'
import { hyphenVariants, repeatedParts } from '../../names/reading/hyphenated-words.ts'
import type { Name } from '../../names/reading/read-name.ts'
import type { Clause } from './filter-clauses.ts'
import { allOf, anyOf } from './filter-clauses.ts'
import { BEGINNING_CHARS_MAX } from './name-document.ts'

/** One combination: the names that satisfy all clauses. */
export interface NameVariant {
  readonly clauses: readonly Clause[]
  /** Words of a name that it covers. */
  readonly covered: number
}

/** The variants with all words as whole words, and those with the last word as a prefix only. */
export interface NameVariants {
  readonly whole: readonly NameVariant[]
  readonly prefix: readonly NameVariant[]
}

/** Variants of a query; further ones (of words with many joined forms) are dropped. */
const VARIANTS_MAX = 64
/** Clauses of all variants together, which long queries with hyphens would exceed. OpenSearch allows 1,024 in all. */
const CLAUSES_MAX = 440

/** Returns the texts that `nameVariants` needs the joined words of. */
export function tokensOf({ words, hyphens }: Pick<Name, 'words' | 'hyphens'>): readonly string[] {
  return [...new Set(hyphenVariants(words, hyphens).flat())]
}

/** Returns the variants; `partsOf`: the numbers of parts with which a text occurs as a joined word. */
export function nameVariants(
  { words, hyphens }: Pick<Name, 'words' | 'hyphens'>,
  partsOf: (text: string) => readonly number[],
): NameVariants {
  const whole: NameVariant[] = []
  const prefix: NameVariant[] = []
  for (const tokens of hyphenVariants(words, hyphens)) {
    const repeats = repeatedParts(words, tokens)
    const last = tokens.at(-1) as string
    const before = tokens.slice(0, -1)
    const preceding = combined(before, partsOf, repeats)
    // A word that occurs earlier in the query adds no condition as a whole word.
    const choices = before.includes(last) ? [NO_CONDITION] : choicesOf(last, partsOf, repeats)
    for (const variant of preceding) {
      for (const choice of choices) whole.push(joined(variant, choice))
      prefix.push(joined(variant, { clauses: [beginsWith(last)], covered: 1 }))
    }
  }
  return { whole: upTo(whole, CLAUSES_MAX), prefix: upTo(prefix, CLAUSES_MAX) }
}

/** Returns the first variants, at least one, with so many clauses. */
function upTo(variants: readonly NameVariant[], clausesMax: number): readonly NameVariant[] {
  let clauses = 0
  return variants.slice(0, VARIANTS_MAX).filter((variant, i) => {
    clauses += variant.clauses.length
    return i === 0 || clauses <= clausesMax
  })
}

const NO_CONDITION: NameVariant = { clauses: [], covered: 0 }

function joined(a: NameVariant, b: NameVariant): NameVariant {
  return { clauses: [...a.clauses, ...b.clauses], covered: a.covered + b.covered }
}

function combined(
  tokens: readonly string[],
  partsOf: (text: string) => readonly number[],
  repeats: ReadonlyMap<string, RepeatedParts>,
): readonly NameVariant[] {
  let variants: readonly NameVariant[] = [NO_CONDITION]
  for (const token of new Set(tokens)) {
    const choices = choicesOf(token, partsOf, repeats)
    variants = choices
      .flatMap((choice) => variants.map((variant) => joined(variant, choice)))
      .slice(0, VARIANTS_MAX)
  }
  return variants
}

/** Returns a text as a word, and as a joined word of each number of parts. */
function choicesOf(
  text: string,
  partsOf: (text: string) => readonly number[],
  repeats: ReadonlyMap<string, RepeatedParts>,
): readonly NameVariant[] {
  const repeat = repeats.get(text)
  const asJoined = partsOf(text).map((parts) => ({
    clauses: [{ term: { joined: `${text}/${parts}` } }],
    covered: repeat?.parts === parts ? parts - repeat.repeated : parts,
  }))
  return [{ clauses: [{ term: { words: text } }], covered: 1 }, ...asJoined]
}

/** Returns the names with a word or a joined word that begins with the text. */
function beginsWith(text: string): Clause {
  if (text.length <= BEGINNING_CHARS_MAX) return { term: { begins: text } }
  return anyOf([{ prefix: { words: { value: text } } }, { prefix: { joined: { value: text } } }])
}

/** Returns the names that satisfy one of the variants. */
export function anyVariant(variants: readonly NameVariant[]): Clause {
  return anyOf(variants.map(({ clauses }) => allOf(clauses)))
}

/**
 * Returns the names that satisfy any variant. With a prefix at the end, a variant matches all that it matches with
 * whole words, as long as none is left out.
 */
export function anyOfBoth({ whole, prefix }: NameVariants): Clause {
  return anyVariant(prefix.length >= whole.length ? prefix : [...whole, ...prefix])
}

/** Returns those of the names that satisfy one of the first variants, in few clauses. */
export function firstVariants(variants: readonly NameVariant[]): Clause {
  return anyVariant(upTo(variants, FEW_CLAUSES))
}

const FEW_CLAUSES = 60
