// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts three OpenSearch.
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { openSearchIndexWriter } from '../../src/adapters/opensearch/index-writer.ts'
import { OpenSearchNameIndex } from '../../src/adapters/opensearch/name-index.ts'
import { openCompaniesInMemory } from '../../src/adapters/sqlite/companies/companies-in-memory.ts'
import type { IndexWriter } from '../../src/core/search/index-writer.ts'
import type { SearchPage } from '../../src/names/search/page.ts'
import type { SearchQuery } from '../../src/names/search/query.ts'
import { clock } from '../../src/server/compose/system.ts'
import { incomingCompany } from '../fixtures/incoming-companies.ts'
import { IS_LONG } from '../thorough.ts'
import { missingOpenSearch } from './opensearch-server.ts'
import { becomesWhole, type ClusterNode, managerOf, startNodes } from './three-nodes.ts'

const PREFIX = 'three'
/** Companies that do not change: the pages of searches for them stay the same. */
const FIXED = 2500
const PER_IMPORT = 40
const SHARDS = 3
/** Imports and searches that end while a node is away, before it starts again. */
const IMPORTS_MIN = 3
const SEARCHES_MIN = 300
const SEARCHERS = 3
const POLL_MS = 100
/** Of all requests, at most so many may fail. */
const FAILED_SHARE_MAX = 0.001
const skip = missingOpenSearch() ?? (IS_LONG ? undefined : 'takes minutes: LONG=1')

/** What the requests ended with. */
interface Seen {
  searches: number
  imports: number
  stored: number
  readonly failed: string[]
  readonly wrong: string[]
  slowestMs: number
  isOver: boolean
}

describe('three nodes of OpenSearch, each killed in turn while companies are imported and searched', {
  skip,
}, () => {
  const nodes: ClusterNode[] = []
  let client: OpenSearchClient
  before(async () => {
    await startNodes(nodes)
    client = new OpenSearchClient({ urls: nodes.map(({ url }) => url).join(',') })
  })
  after(async () => {
    client?.close()
    for (const node of nodes) await node.stop()
  })

  it('answer every search with the whole page, lose no company, and are complete again by themselves', async (test) => {
    const { companies, writer: store } = openCompaniesInMemory(1)
    test.after(() => store.close())
    const save = (names: readonly string[], from: number) =>
      store.save(
        names.map((name, i) => incomingCompany(from + i + 1, { name })),
        5,
      )
    save(
      Array.from({ length: FIXED }, (_, i) => fixedName(i)),
      0,
    )
    const layout = { shards: SHARDS }
    const writer = openSearchIndexWriter({ store: companies, client, clock, prefix: PREFIX, layout })
    await writer.build(1, FIXED)
    await becomesWhole(client)
    const index = new OpenSearchNameIndex({ client, prefix: PREFIX, nowMs: () => performance.now() })
    const pages = await pagesOf(index)
    const seen: Seen = {
      ...{ searches: 0, imports: 0, stored: FIXED, failed: [], wrong: [], slowestMs: 0, isOver: false },
    }
    const searchers = Array.from({ length: SEARCHERS }, (_, place) => searchAll(index, pages, seen, place))
    const importer = importAll(writer, save, seen)
    try {
      await killInTurn(test, seen)
    } finally {
      seen.isOver = true
      await Promise.all([importer, ...searchers])
    }
    const requests = seen.searches + seen.imports
    test.diagnostic(
      `${seen.searches} searches, slowest ${Math.round(seen.slowestMs)} ms, ${seen.imports} imports of ${PER_IMPORT} companies, ${seen.failed.length} failed`,
    )
    for (const fault of seen.failed) test.diagnostic(`failed: ${fault}`)
    assert.deepEqual(seen.wrong, [])
    assert.ok(
      seen.failed.length <= requests * FAILED_SHARE_MAX,
      `${seen.failed.length} of ${requests} failed`,
    )
    await writer.follow(undefined, 1)
    const state = await index.state()
    await checkComplete(index, pages, seen.stored)
    index.forget()
    assert.deepEqual([(await index.state())?.companies, state === undefined], [seen.stored, false])
    assert.equal((await index.state())?.sequence, companies.lastSequence())
  })

  /** A data node first, then the elected manager, then the one that is left. */
  async function killInTurn(test: TestContext, seen: Seen): Promise<void> {
    const left = new Set(nodes)
    for (const isManager of [false, true, undefined]) {
      const manager = await managerOf(client, nodes)
      const node = [...left].find((one) => isManager === undefined || (one === manager) === isManager)
      if (node === undefined) continue
      left.delete(node)
      const [beforeSearches, beforeImports, beganMs] = [seen.searches, seen.imports, performance.now()]
      const role = node === manager ? 'the manager' : 'a data node'
      await node.kill()
      while (seen.searches < beforeSearches + SEARCHES_MIN || seen.imports < beforeImports + IMPORTS_MIN)
        await wait(POLL_MS)
      const awayMs = performance.now()
      await node.startAgain()
      await becomesWhole(client)
      const seconds = (fromMs: number, toMs: number) => ((toMs - fromMs) / 1000).toFixed(1)
      test.diagnostic(
        `${node.name}, ${role}: away for ${seconds(beganMs, awayMs)} s, ${seen.searches - beforeSearches} searches and ${seen.imports - beforeImports} imports until the cluster was whole, ${seconds(awayMs, performance.now())} s after the start`,
      )
    }
    assert.equal(left.size, 0)
  }
})

/** Searches for companies that do not change, and their pages. */
type Pages = readonly { readonly query: SearchQuery; readonly page: SearchPage }[]

/** Pages of common and of rare words, with totals, of both kinds of search. */
async function pagesOf(index: OpenSearchNameIndex): Promise<Pages> {
  const queries = Array.from({ length: 60 }, (_, i): SearchQuery => {
    const [kind, word] = [KINDS[i % KINDS.length] as string, wordOf(i * 37)]
    if (i % 4 === 0) return { name: kind, deep: false, limit: 100 }
    if (i % 4 === 1) return { name: `Quitten ${word}`, deep: false, limit: 10 }
    if (i % 4 === 2) return { name: `Quiten ${word} ${kind}`, deep: true, limit: 10 }
    return { name: `${word} ${kind} GmbH`, deep: true, limit: 20 }
  })
  const pages: { query: SearchQuery; page: SearchPage }[] = []
  for (const query of queries) pages.push({ query, page: await index.search(query) })
  assert.ok(pages.every(({ page }) => page.hits.length > 0))
  assert.equal(pages[0]?.page.total, FIXED / KINDS.length)
  return pages
}

/** Compares one page after the other with that of the whole cluster. */
async function searchAll(index: OpenSearchNameIndex, pages: Pages, seen: Seen, from: number): Promise<void> {
  for (let i = from; !seen.isOver; i += SEARCHERS) {
    const { query, page } = pages[i % pages.length]!
    const beganMs = performance.now()
    try {
      assert.deepEqual(await index.search(query), page)
    } catch (error) {
      const list = error instanceof assert.AssertionError ? seen.wrong : seen.failed
      list.push(`${query.deep ? 'deep' : 'normal'} search: ${(error as Error).message.slice(0, 300)}`)
    }
    seen.searches++
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - beganMs)
  }
}

/** Imports companies; after a failure the next update of the index has those of the one before, too. */
async function importAll(
  writer: IndexWriter,
  save: (names: readonly string[], from: number) => void,
  seen: Seen,
): Promise<void> {
  while (!seen.isOver) {
    const from = seen.stored
    save(
      Array.from({ length: PER_IMPORT }, (_, i) => importedName(from + i)),
      from,
    )
    seen.stored += PER_IMPORT
    try {
      const followed = await writer.follow(undefined, 1)
      if (followed.kind !== 'snapshot') seen.wrong.push(`import: ${followed.reason}`)
    } catch (error) {
      seen.failed.push(`import: ${(error as Error).message.slice(0, 300)}`)
    }
    seen.imports++
  }
}

/** Checks that the same pages and all imported companies are found. */
async function checkComplete(index: OpenSearchNameIndex, pages: Pages, stored: number): Promise<void> {
  index.forget()
  for (const { query, page } of pages) assert.deepEqual(await index.search(query), page)
  const lost: string[] = []
  const check = async (name: string) => {
    const { hits } = await index.search({ name, deep: false, limit: 2 })
    if (hits[0]?.record.name !== name) lost.push(name)
  }
  for (let from = FIXED; from < stored; from += PER_IMPORT)
    await Promise.all(Array.from({ length: PER_IMPORT }, (_, i) => check(importedName(from + i))))
  assert.deepEqual(lost, [])
}

const KINDS = ['Handel', 'Bau', 'Reisen', 'Verlag', 'Technik']

function fixedName(number: number): string {
  return `Quitten ${wordOf(number)} ${KINDS[number % KINDS.length]} GmbH`
}

/** Has no word in common with the others, and none that is similar. */
function importedName(number: number): string {
  return `Zwiebelfischchen ${wordOf(number)}${wordOf(number)} GmbH`
}

/** A word that no other number has. */
function wordOf(number: number): string {
  const digits = [...number.toString(20).padStart(4, '0')]
  return digits.map((digit) => `${'bcdfghjklmnpqrstvwxz'[Number.parseInt(digit, 20)]}a`).join('')
}
