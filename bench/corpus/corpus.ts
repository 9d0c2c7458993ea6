/** A corpus of any size: real companies as far as they reach, then made ones. */
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { MadeCompanies } from './made-companies.ts'
import { readMaterial, realFolder } from './material.ts'
import { companiesOf } from './real-companies.ts'
import { RegisterNumbers } from './register-numbers.ts'

/** Of all corpora of the benchmarks. */
export const CORPUS_SEED = 20_260_101

/**
 * Batches of the first `count` companies of the corpus of a data folder: all real ones come first. The same folder gives the same
 * companies, and a larger corpus begins with a smaller one.
 */
export function* corpusOf(folder: string, count: number): Generator<readonly IndexedCompany[]> {
  const numbers = new RegisterNumbers()
  let left = count
  for (const batch of companiesOf(realFolder(folder), undefined, numbers)) {
    yield batch.slice(0, left)
    left -= Math.min(left, batch.length)
    if (left === 0) return
  }
  yield* new MadeCompanies(readMaterial(folder), CORPUS_SEED, numbers).batches(left)
}
