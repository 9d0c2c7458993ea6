/** Names of companies that do not exist in the index: no hit may claim to be the name. */
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { Random } from '../corpus/random.ts'
import { presentAmong } from './brute-force.ts'
import type { KnownNames } from './known-names.ts'
import { slip } from './noise/slip.ts'
import { partsOf, plainWords } from './plain-name.ts'
import type { JudgedQuery } from './query.ts'
import { lettersIn, placesWhere, textOf, tokensOf } from './tokens.ts'

type Recombination = (a: string, b: string, known: KnownNames, random: Random) => string | undefined

/** The rarest word of one name in the place of the rarest word of the other. */
const rareWordSwapped: Recombination = (a, b, known) => {
  const into = tokensOf(a)
  const from = tokensOf(b)
  const at = rarestPlace(into, known)
  const taken = rarestPlace(from, known)
  if (at === undefined || taken === undefined) return undefined
  return textOf(into.with(at, { text: (from[taken] as { text: string }).text, isForm: false }))
}

function rarestPlace(tokens: ReturnType<typeof tokensOf>, known: KnownNames): number | undefined {
  const places = placesWhere(tokens, ({ text, isForm }) => !isForm && /\p{L}{3}/u.test(text))
  const rarity = (place: number): number =>
    Math.min(...plainWords((tokens[place] as { text: string }).text).map((word) => known.namesWith(word)))
  return places.toSorted((one, other) => rarity(one) - rarity(other))[0]
}

/** The first half of one name and the second half of the other. */
const halves: Recombination = (a, b) => {
  const [first, second] = [tokensOf(a), tokensOf(b)]
  if (first.length < 2 || second.length < 2) return undefined
  return textOf([
    ...first.slice(0, Math.ceil(first.length / 2)),
    ...second.slice(Math.ceil(second.length / 2)),
  ])
}

const SLIPS = 4

/** Fewer letters have no room for so many slips. */
const SLIPS_LETTERS_MIN = 10

/** A name that is there with too many slips, none of them in its form: at most a namesake. */
const manySlips: Recombination = (a, _b, _known, random) => {
  const { before, form, after } = partsOf(a)
  if (lettersIn(before) < SLIPS_LETTERS_MIN) return undefined
  let text = before
  for (let i = 0; i < SLIPS; i++) text = slip(text, random)
  return text + (form?.text ?? '') + after
}

const RECOMBINATIONS: Readonly<Record<string, Recombination>> = {
  'absent rare word swapped': rareWordSwapped,
  'absent halves': halves,
  'absent four slips': manySlips,
}

/** The kinds of queries for absent names. */
export const ABSENT_KINDS: readonly string[] = Object.keys(RECOMBINATIONS)

/** Some of what is made is there after all; so much more is made. */
const MORE = 2

/** Up to `count` queries of each kind of `kinds`, each proved against every name of the index to be absent. */
export function absentQueries(
  kinds: readonly string[],
  companies: readonly IndexedCompany[],
  { known, seed, count }: { readonly known: KnownNames; readonly seed: number; readonly count: number },
): JudgedQuery[] {
  const made = kinds.flatMap((kind) => {
    const recombine = RECOMBINATIONS[kind] as Recombination
    const random = new Random(seed).start(1_000 + ABSENT_KINDS.indexOf(kind))
    return Array.from({ length: count * MORE }, () => {
      const [a, b] = [random.oneOf(companies).name, random.oneOf(companies).name]
      return { kind, text: recombine(a, b, known, random), target: undefined }
    }).flatMap(({ text, ...rest }) => (text === undefined ? [] : [{ ...rest, text }]))
  })
  const present = presentAmong(
    made.map(({ text }) => text),
    known,
  )
  return kinds.flatMap((kind) =>
    made.filter((query, i) => query.kind === kind && !present.has(i)).slice(0, count),
  )
}
