// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch.
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { HITS_MAX, RELATED_MAX, TOTAL_EXACT_MAX } from '../../src/core/search/name-index.ts'
import { checkWalkLater } from '../fixtures/check-walk.ts'
import { corpusOf, namesOf, queryOf, WORDS } from '../fixtures/random-companies.ts'
import { often, seed } from '../thorough.ts'
import { filledIndex } from './filled-index.ts'
import { missingOpenSearch, type OpenSearchServer, openSearchForTests } from './opensearch-server.ts'

const QUERIES_PER_CORPUS = 12
/** More names than any of the registers has: brute force compares all. */
const COMPARED_MAX = 1000
const LIMITS = {
  ...{ exactMax: TOTAL_EXACT_MAX, shownMax: HITS_MAX },
  ...{ relatedMax: RELATED_MAX, relatedComparedMax: COMPARED_MAX },
}
const corpusAndQueries = fc
  .shuffledSubarray(WORDS, { minLength: 4, maxLength: 9 })
  .map(namesOf)
  .chain((names) =>
    fc.tuple(
      corpusOf(names),
      fc.array(queryOf(names), { minLength: QUERIES_PER_CORPUS, maxLength: QUERIES_PER_CORPUS }),
    ),
  )

describe('OpenSearch with random registers', { skip: missingOpenSearch() }, () => {
  let server: OpenSearchServer
  let client: OpenSearchClient
  before(async () => {
    server = await openSearchForTests()
    client = new OpenSearchClient({ urls: server.url })
  })
  after(async () => {
    client?.close()
    await server?.stop()
  })

  it('finds the same hits as brute force, in the same order, page by page, in both kinds of search', async () => {
    await fc.assert(
      fc.asyncProperty(corpusAndQueries, async ([companies, queries]) => {
        const index = await filledIndex(client, companies, `random${process.pid}`, COMPARED_MAX)
        for (const query of queries) await checkWalkLater(index, companies, query, LIMITS)
      }),
      { numRuns: often(20, 5), seed: seed(), endOnFailure: true },
    )
  })
})
