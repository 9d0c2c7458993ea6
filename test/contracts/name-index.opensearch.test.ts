// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch.
import { after, before, describe } from 'node:test'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { filledIndex, indexOnceFilled } from '../opensearch/filled-index.ts'
import {
  missingOpenSearch,
  type OpenSearchServer,
  openSearchForTests,
} from '../opensearch/opensearch-server.ts'
import { nameIndexContract } from './name-index.ts'

const missing = missingOpenSearch()

describe('OpenSearch', { skip: missing }, () => {
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
  nameIndexContract('OpenSearch', (companies) => indexOnceFilled(filledIndex(client, companies)))
})
