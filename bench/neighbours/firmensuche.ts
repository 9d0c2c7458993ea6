/** The product's own index, normal or deep, in the same harness: without HTTP, hits with all their fields. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildIndexImage, loadIndexImage, saveIndexImage } from '../../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { STATUSES } from '../../src/names/search/status.ts'
import type { Answer, Asked, NamedCompany, Neighbour } from './neighbour.ts'

const BATCH_COMPANIES = 10_000

/** The product's own index. */
export class Firmensuche implements Neighbour {
  readonly #path: string
  readonly #deep: boolean
  readonly #index = new EmbeddedNameIndex()

  constructor(folder: string, deep: boolean) {
    this.#path = join(folder, 'firmensuche.index')
    this.#deep = deep
  }

  version(): string {
    return `firmensuche, this commit, Node ${process.versions.node}`
  }

  async build(names: Iterable<NamedCompany>): Promise<void> {
    const image = buildIndexImage(batchesOf(names), { snapshotNumber: 1, sequence: 0, nowMs: Date.now() })
    saveIndexImage(this.#path, image)
    this.#index.publish(image)
  }

  async open(): Promise<boolean> {
    if (!existsSync(this.#path)) return false
    const loaded = loadIndexImage(this.#path, { sequence: 0 })
    if ('refused' in loaded) return false
    this.#index.publish(loaded.image)
    return true
  }

  /** With all statuses, as the neighbours know none. */
  ask({ name }: Asked, limit: number): readonly Answer[] {
    const { hits } = this.#index.search({ name, deep: this.#deep, limit, status: STATUSES })
    return hits.map(({ record }) => record.uuid)
  }

  diskBytes(): number {
    return statSync(this.#path).size
  }

  close(): void {}
}

function* batchesOf(names: Iterable<NamedCompany>): Generator<IndexedCompany[]> {
  let batch: IndexedCompany[] = []
  for (const { uuid, record } of names) {
    batch.push({ ...JSON.parse(record), uuid, formerNames: [], formerNumbers: [] })
    if (batch.length < BATCH_COMPANIES) continue
    yield batch
    batch = []
  }
  yield batch
}
