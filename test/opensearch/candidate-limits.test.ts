// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CANDIDATES_FIRST, CANDIDATES_MAX } from '../../src/adapters/opensearch/candidate-searches.ts'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { SCORE_MIN } from '../../src/names/ranking/rank.ts'
import { indexedCompanies } from '../fixtures/indexed-companies.ts'
import { filledIndex } from './filled-index.ts'
import { missingOpenSearch, type OpenSearchServer, openSearchForTests } from './opensearch-server.ts'

/** Without related names. */
const QUERY = { name: 'Kranisch Reisen', deep: true, limit: 2 * CANDIDATES_MAX, minScore: SCORE_MIN }

describe('deep searches in OpenSearch for words that many names have', { skip: missingOpenSearch() }, () => {
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

  /** Returns how many of so many similar names are found, and whether that is said to be all. */
  async function found(similar: number): Promise<readonly [number, boolean]> {
    const companies = indexedCompanies(Array<string>(similar).fill('Kranich Reisen'))
    const index = await filledIndex(client, companies, `candidates${process.pid}`)
    const { hits } = await index.search(QUERY)
    const { isExact } = await index.facets(QUERY)
    return [hits.length, isExact]
  }

  it(`compares ${CANDIDATES_MAX} names and no more, and does not call their number exact`, async () => {
    assert.deepEqual(await found(CANDIDATES_FIRST), [CANDIDATES_FIRST, true])
    assert.deepEqual(await found(CANDIDATES_FIRST + 1), [CANDIDATES_FIRST + 1, true])
    assert.deepEqual(await found(CANDIDATES_MAX - 1), [CANDIDATES_MAX - 1, true])
    assert.deepEqual(await found(CANDIDATES_MAX), [CANDIDATES_MAX, false])
    assert.deepEqual(await found(CANDIDATES_MAX + 1), [CANDIDATES_MAX, false])
  })
})
