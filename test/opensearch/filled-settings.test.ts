// Own process: it starts an OpenSearch.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { indexedCompanies } from '../fixtures/indexed-companies.ts'
import { filledIndex } from './filled-index.ts'
import { missingOpenSearch, type OpenSearchServer, openSearchForTests } from './opensearch-server.ts'

interface Settings {
  readonly refresh_interval: string
  readonly translog: object
  readonly merge?: object
}

describe('the settings of an index in OpenSearch', { skip: missingOpenSearch() }, () => {
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

  it('are none of those with which it was filled', async () => {
    const prefix = `settings${process.pid}`
    await filledIndex(client, indexedCompanies(['Kranich Reisen']), prefix)
    for (const alias of [`${prefix}-names`, `${prefix}-words`]) {
      const found = await client.send<Record<string, { settings: { index: Settings } }>>(
        'GET',
        `/${alias}/_settings`,
      )
      for (const { settings } of Object.values(found)) {
        const { refresh_interval, translog, merge } = settings.index
        assert.equal(refresh_interval, '1s')
        assert.deepEqual(translog, { durability: 'request', flush_threshold_size: '512mb' })
        assert.equal(merge, undefined)
      }
    }
  })
})
