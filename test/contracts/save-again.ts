/**
 * Saves an index again and again: the child of saved-index.test.ts, which kills it.
 *
 *     node save-again.ts <index file>
 */
import { writeSync } from 'node:fs'
import fc from 'fast-check'
import { buildIndexImage, saveIndexImage } from '../../src/adapters/embedded/index-image.ts'
import { companyOf, namesOf, WORDS } from '../fixtures/random-companies.ts'

const COMPANIES = 400
const companies = fc.sample(companyOf(namesOf(WORDS)), { numRuns: COMPANIES, seed: 1 })
const images = [1, 2].map((snapshotNumber) =>
  buildIndexImage([companies.slice(0, COMPANIES / snapshotNumber)], {
    snapshotNumber,
    sequence: 1,
    nowMs: 1,
  }),
)
for (let i = 0; ; i++) {
  writeSync(1, `${i}\n`)
  saveIndexImage(process.argv[2]!, images[i % images.length]!)
}
