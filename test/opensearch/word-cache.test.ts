// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { currentVersion, type IndexVersion } from '../../src/adapters/opensearch/index-version.ts'
import { wordId } from '../../src/adapters/opensearch/word-document.ts'
import { IndexWords, WordCache } from '../../src/adapters/opensearch/words.ts'
import { indexedCompanies } from '../fixtures/indexed-companies.ts'
import { filledIndex } from './filled-index.ts'
import { missingOpenSearch, type OpenSearchServer, openSearchForTests } from './opensearch-server.ts'

const PREFIX = `words${process.pid}`
const WORDS = ['adler', 'kranich', 'storch']

describe('a full cache of words in OpenSearch', { skip: missingOpenSearch() }, () => {
  let server: OpenSearchServer
  let client: OpenSearchClient
  let version: IndexVersion
  before(async () => {
    server = await openSearchForTests()
    client = new OpenSearchClient({ urls: server.url })
    await filledIndex(client, indexedCompanies(['Adler Kranich Storch']), PREFIX)
    version = (await currentVersion(client, PREFIX)) as IndexVersion
  })
  after(async () => {
    client?.close()
    await server?.stop()
  })

  it('leaves a search what it has loaded', async () => {
    const cache = new WordCache({ documentsMax: 1 })
    const words = new IndexWords(client, version, cache)
    for (const word of WORDS) await words.load([wordId('word', word)])
    assert.ok(cache.documents.size < WORDS.length)
    assert.deepEqual(
      WORDS.map((word) => words.countOf(word)),
      [1, 1, 1],
    )
  })

  it('gives the similar words of each text, also of those that it had', async () => {
    const words = new IndexWords(client, version, new WordCache({ similarMax: 1 }))
    await words.similarTo(WORDS.slice(0, 1))
    const similar = await words.similarTo(WORDS)
    assert.deepEqual(
      WORDS.map((word) => similar.get(word)),
      WORDS.map((word) => [{ word, count: 1 }]),
    )
  })
})
