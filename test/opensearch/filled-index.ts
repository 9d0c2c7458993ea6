/** Indices of the tests in OpenSearch, each with a prefix of its own. */
import type { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { fillVersion } from '../../src/adapters/opensearch/fill-version.ts'
import { deleteOthers, moveAliases, versionOf } from '../../src/adapters/opensearch/index-version.ts'
import { OpenSearchNameIndex } from '../../src/adapters/opensearch/name-index.ts'
import type { NameIndex } from '../../src/core/search/name-index.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'

const LAYOUT = { shards: 1 }
let made = 0

/** A store of these companies without a history. */
function storeOf(companies: readonly IndexedCompany[]) {
  return {
    lastSequence: () => 0,
    changes: () => [],
    findMany: () => [],
    forIndex: () => [companies] as never,
  }
}

/** Fills a new index with the companies and returns it. `prefix`: an index that is replaced. */
export async function filledIndex(
  client: OpenSearchClient,
  companies: readonly IndexedCompany[],
  prefix = `test${process.pid}-${++made}`,
  relatedComparedMax?: number,
): Promise<OpenSearchNameIndex> {
  const version = versionOf(prefix, String(++made))
  await fillVersion(client, storeOf(companies), version, LAYOUT, { number: 1, nowMs: 5 })
  await moveAliases(client, prefix, version)
  await deleteOthers(client, prefix, version)
  return new OpenSearchNameIndex({
    ...{ client, prefix, nowMs: () => performance.now() },
    ...(relatedComparedMax !== undefined && { relatedComparedMax }),
  })
}

/** Returns the index that a promise will give. */
export function indexOnceFilled(filling: Promise<NameIndex>): NameIndex {
  // A failed filling is the error of every use.
  filling.catch(() => {})
  return {
    search: async (query) => (await filling).search(query),
    corrections: async (text) => (await filling).corrections(text),
    facets: async (query) => (await filling).facets(query),
    state: async () => (await filling).state(),
  }
}
