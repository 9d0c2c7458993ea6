/** Queries made of real names by the generator of noise. */
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { Random } from '../corpus/random.ts'
import { INDEPENDENT_NOISE } from './independent-noise.ts'
import type { KnownNames } from './known-names.ts'
import { BLANK_NOISE } from './noise/blanks.ts'
import { NUMBER_NOISE } from './noise/number.ts'
import { PREFIX_NOISE } from './noise/prefix.ts'
import { SCAN_NOISE } from './noise/scan.ts'
import { SLIP_NOISE } from './noise/slip.ts'
import { SOUND_NOISE } from './noise/sound.ts'
import { FORM_NOISE } from './noise/spelling-of-form.ts'
import { UMLAUT_NOISE } from './noise/umlaut.ts'
import { WORD_NOISE } from './noise/whole-words.ts'
import type { NoiseFamily } from './noise.ts'
import { type JudgedQuery, targetOf } from './query.ts'

const NAME_NOISE: NoiseFamily = {
  ...FORM_NOISE,
  ...UMLAUT_NOISE,
  ...SLIP_NOISE,
  ...BLANK_NOISE,
  ...WORD_NOISE,
  ...SOUND_NOISE,
  ...SCAN_NOISE,
  ...PREFIX_NOISE,
}

/** Later kinds go to the end: the place of a kind decides which names it starts with. */
export const NOISE_KINDS: readonly string[] = [
  ...Object.keys(NAME_NOISE),
  ...Object.keys(NUMBER_NOISE),
  ...Object.keys(INDEPENDENT_NOISE),
]

/** Several companies have such a number; it is enough to be among them. */
const ANYWHERE_KINDS = ['number no court', "number today's court"]

/** A kind that few names lend themselves to is looked for in so many times the names wanted. */
const TRIES_A_QUERY = 100

/** Up to `count` queries of one kind; each kind begins at another company. */
export function noisyQueries(
  kind: string,
  companies: readonly IndexedCompany[],
  { known, seed, count }: { readonly known: KnownNames; readonly seed: number; readonly count: number },
): JudgedQuery[] {
  const noise = NAME_NOISE[kind] ?? NUMBER_NOISE[kind] ?? INDEPENDENT_NOISE[kind]
  if (noise === undefined) throw new Error(`There is no kind "${kind}".`)
  const isNumber = kind in NUMBER_NOISE
  const random = new Random(seed).start(NOISE_KINDS.indexOf(kind))
  const start = random.below(companies.length)
  const queries: JudgedQuery[] = []
  const tries = Math.min(companies.length, count * TRIES_A_QUERY)
  for (let i = 0; i < tries && queries.length < count; i++) {
    const company = companies[(start + i) % companies.length] as IndexedCompany
    const text = noise({ company, random, known })
    if (text === undefined || text === '' || (!isNumber && known.isAnothersName(text, company.name))) continue
    queries.push({ kind, text, target: targetOf(company), isAnywhere: ANYWHERE_KINDS.includes(kind) })
  }
  return queries
}
