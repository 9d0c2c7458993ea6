/** How many companies a build of an index has read, for its progress. */
import type { AwaitableBatches, CompanyForIndex, CompanyStore, Share } from '../company/company-store.ts'

/** A store that is read through, and who is told how much. */
export interface CountedReads {
  readonly store: CompanyStore
  /** Called with the companies that all threads together have read so far, if they read at the same rate. */
  report: (companies: number) => void
}

/** Returns the store as one whose `forIndex` tells what it has read. */
export function countReads(store: CompanyStore): CountedReads {
  async function* counted(size: number, share?: Share): AsyncGenerator<readonly CompanyForIndex[]> {
    let companies = 0
    for await (const batch of store.forIndex(size, share) as AwaitableBatches<CompanyForIndex>) {
      yield batch
      companies += batch.length
      reads.report(companies * (share?.of ?? 1))
    }
  }
  const reads: CountedReads = {
    store: new Proxy(store, {
      get(target, name: keyof CompanyStore) {
        return name === 'forIndex' ? counted : target[name].bind(target)
      },
    }),
    report: () => {},
  }
  return reads
}
