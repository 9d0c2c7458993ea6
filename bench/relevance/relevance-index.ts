/** The index that is judged, with and without former names. */
import { existsSync } from 'node:fs'
import type { IndexImage } from '../../src/adapters/embedded/index-image.ts'
import { buildIndexImage, loadIndexImage, saveIndexImage } from '../../src/adapters/embedded/index-image.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import type { ReadCompanies } from '../corpus/real-companies.ts'

/**
 * An image of all companies that are read; without their former names unless `former`. Loaded from `saved` where that file holds one that
 * this version reads, else built and saved there.
 */
export function relevanceImage(read: ReadCompanies, former: boolean, saved: string | undefined): IndexImage {
  if (saved !== undefined && existsSync(saved)) {
    const loaded = loadIndexImage(saved, { sequence: 0 })
    if ('image' in loaded) return loaded.image
  }
  const image = buildIndexImage(batchesOf(read, former), { snapshotNumber: 1, sequence: 0, nowMs: 0 })
  if (saved !== undefined) saveIndexImage(saved, image)
  return image
}

function* batchesOf(read: ReadCompanies, former: boolean): Generator<readonly IndexedCompany[]> {
  for (const batch of read()) {
    yield former ? batch : batch.map((company) => ({ ...company, formerNames: [] }))
  }
}
