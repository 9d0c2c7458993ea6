/** The types of a noise: its input and its result. */
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import type { Random } from '../corpus/random.ts'
import type { KnownNames } from './known-names.ts'

/** The company, the known names and the random numbers of a noise. */
export interface NoiseSource {
  readonly company: IndexedCompany
  readonly random: Random
  readonly known: KnownNames
}

/** A query that means the company; `undefined` where its name does not lend itself to this noise. */
export type Noise = (source: NoiseSource) => string | undefined

/** Noises of one family by the name of their kind. */
export type NoiseFamily = Readonly<Record<string, Noise>>
