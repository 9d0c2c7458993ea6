/** What changed in a store since an index was made: for every index that follows the change log. */
import type { Company } from '../company/company.ts'
import type { CompanyStore } from '../company/company-store.ts'

/** Changes that are read at once. */
const CHANGES_BATCH = 10_000

/** The part of a store that an index is built from. */
export type IndexedStore = Pick<CompanyStore, 'lastSequence' | 'changes' | 'findMany' | 'forIndex'>

/**
 * Returns a text that identifies a change by its content, not only by its sequence number; `undefined` if the
 * store has no such change.
 */
export async function markOfChange(store: IndexedStore, sequence: number): Promise<string | undefined> {
  if (sequence === 0) return ''
  const [change] = await store.changes(sequence - 1, 1)
  return change?.sequence === sequence ? `${change.uuid} ${change.kind} ${change.atMs}` : undefined
}

/** Returns the companies that changed after `sequence`, up to and including the change `lastSequence`. */
export async function changedSince(
  store: IndexedStore,
  sequence: number,
  lastSequence = Number.POSITIVE_INFINITY,
): Promise<ReadonlySet<string>> {
  const uuids = new Set<string>()
  for (let after = sequence; ; ) {
    const read = await store.changes(after, CHANGES_BATCH)
    const changes = read.filter((change) => change.sequence <= lastSequence)
    const last = changes.at(-1)
    if (last === undefined) return uuids
    for (const { uuid, into } of changes) {
      uuids.add(uuid)
      if (into !== null) uuids.add(into)
    }
    after = last.sequence
  }
}

/** Yields those of the companies that still exist, in batches of up to `size`. */
export async function* companiesInBatches(
  store: IndexedStore,
  uuids: Iterable<string>,
  size: number,
): AsyncIterable<readonly Company[]> {
  const all = [...uuids]
  for (let from = 0; from < all.length; from += size) yield await store.findMany(all.slice(from, from + size))
}
