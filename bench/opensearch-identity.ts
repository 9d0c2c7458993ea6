/**
 * The embedded index against OpenSearch: `node bench/opensearch-identity.ts FOLDER FILES QUERIES [URL]`. Builds both
 * from the first FILES of the `*.jsonl.br` in the folder, asks QUERIES of every kind in every way, and prints how many
 * answers are the same, what differs and why, and how long each took. Without URL it starts an OpenSearch of its own.
 * With `STORE`, a data folder into which all FILES were imported, both are those of its companies: OpenSearch is filled from
 * the store, as `serve` does, and the embedded index is the one of the folder.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { type IndexImage, loadIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { OpenSearchClient } from '../src/adapters/opensearch/client.ts'
import { fillVersion } from '../src/adapters/opensearch/fill-version.ts'
import {
  currentVersion,
  deleteOthers,
  moveAliases,
  versionOf,
} from '../src/adapters/opensearch/index-version.ts'
import { OpenSearchNameIndex } from '../src/adapters/opensearch/name-index.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import type { NameIndex } from '../src/core/search/name-index.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import type { SearchFacets } from '../src/names/search/facets.ts'
import type { IndexedCompany } from '../src/names/search/indexed-company.ts'
import type { SearchPage } from '../src/names/search/page.ts'
import type { SearchQuery } from '../src/names/search/query.ts'
import { dataFiles } from '../src/server/data-folder.ts'
import { missingOpenSearch, startOpenSearch } from '../test/opensearch/opensearch-server.ts'
import { companiesOf } from './corpus/real-companies.ts'
import type { Difference } from './identity-comparison.ts'
import { firstDifference, pageDifference } from './identity-comparison.ts'
import type { Question } from './identity-queries.ts'
import { questionsOf, WAYS } from './identity-queries.ts'
import { KnownNames } from './relevance/known-names.ts'
import { relevanceImage } from './relevance/relevance-index.ts'

const PREFIX = process.env.PREFIX ?? 'identity'
/** Differences that are printed for each way to ask. */
const SHOWN = Number(process.env.SHOWN ?? 3)
const HEAP = process.env.HEAP ?? '1g'
const STORE = process.env.STORE
/** Only these ways are asked, separated by semicolons; absent = all. */
const ONLY = process.env.WAYS?.split(';')
/** Asked before anything is timed. */
const WARM_UP = 50
/** A way that has taken so long is ended, and says after how many questions. */
const WAY_MS_MAX = Number(process.env.WAY_SECONDS ?? 3600) * 1000

/** Milliseconds of a tick of the processor time that Linux tells. */
const TICK_MS = 10

/** The result of one way to ask. */
interface Compared {
  same: number
  all: number
  readonly embeddedMs: number[]
  readonly openSearchMs: number[]
  /** Processor time in OpenSearch's searches: of Node, and of OpenSearch if it runs on this machine. */
  nodeMs: number
  serverMs: number
  readonly differences: Map<Difference, string[]>
}

const [folder, files = '1', count = '20', url] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')
const read = (filesMax = Number(files)) => companiesOf(folder, Math.min(filesMax, Number(files)))
const image = STORE === undefined ? relevanceImage(read, true, process.env.IMAGE) : imageOf(STORE)
const embedded = new EmbeddedNameIndex()
embedded.publish(image)
const known = new KnownNames(openIndex(image))
const missing = url === undefined ? missingOpenSearch() : undefined
if (missing !== undefined) throw new Error(`There is no OpenSearch to compare with: ${missing}.`)
const server = url === undefined ? await startOpenSearch(HEAP) : undefined
const pid = process.env.OPENSEARCH_PID ?? server?.pid
const client = new OpenSearchClient({ urls: url ?? (server?.url as string) })
try {
  await fill()
  await compareAll(new OpenSearchNameIndex({ client, prefix: PREFIX, nowMs: () => performance.now() }))
} finally {
  client.close()
  await server?.stop()
}

function imageOf(dataDir: string): IndexImage {
  const loaded = loadIndexImage(dataFiles(dataDir).index)
  if ('refused' in loaded) throw new Error(loaded.refused)
  return loaded.image
}

async function fill(): Promise<void> {
  if (process.env.FILLED === '1' && (await currentVersion(client, PREFIX)) !== undefined) return
  let readMs = 0
  function* timedRead(batches: Iterator<readonly unknown[]>) {
    for (;;) {
      const start = performance.now()
      const { value, done } = batches.next()
      readMs += performance.now() - start
      if (done) return
      yield value
    }
  }
  const opened = STORE === undefined ? undefined : openCompanyStore(dataFiles(STORE).companies)
  const batchesOf = (size: number) =>
    opened === undefined ? read() : (opened.forIndex(size) as Iterable<readonly IndexedCompany[]>)
  const store = {
    lastSequence: () => 0,
    changes: () => [],
    findMany: () => [],
    forIndex: (size: number) => timedRead(batchesOf(size)[Symbol.iterator]()) as never,
  }
  const version = versionOf(PREFIX, String(Date.now()))
  const start = performance.now()
  const cpu = process.cpuUsage()
  const state = await fillVersion(client, store, version, { shards: 1 }, { number: 1, nowMs: 0 })
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const rate = Math.round(state.names / seconds)
  const ofNode = Math.round((user + system) / 1e6)
  console.log(`filled ${state.names} names in ${seconds.toFixed(1)} s: ${rate} names/s`)
  console.log(
    `  of it reading the companies ${(readMs / 1000).toFixed(1)} s; Node's processor time ${ofNode} s`,
  )
  opened?.close()
  await moveAliases(client, PREFIX, version)
  await deleteOthers(client, PREFIX, version)
}

async function compareAll(searched: NameIndex): Promise<void> {
  const questions = questionsOf(read, known, image, Number(count))
  for (const { query } of questions.slice(0, WARM_UP)) {
    await embedded.search(query)
    await searched.search(query)
  }
  for (const way of WAYS) {
    if (ONLY !== undefined && !ONLY.includes(way)) continue
    const compared: Compared = {
      ...{
        same: 0,
        all: 0,
        embeddedMs: [],
        openSearchMs: [],
        nodeMs: 0,
        serverMs: 0,
        differences: new Map(),
      },
    }
    const end = performance.now() + WAY_MS_MAX
    const before = serverMs()
    for (const question of spread(questions.filter((one) => one.way === way))) {
      if (performance.now() > end) break
      await compareOne(searched, question, compared)
    }
    compared.serverMs = serverMs() - before
    print(way, compared)
  }
}

/** Returns the processor time of OpenSearch so far; 0 on another machine. */
function serverMs(): number {
  if (pid === undefined) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** So that a way that is ended early has asked some of every kind. */
function spread(questions: readonly Question[]): readonly Question[] {
  const step = 7919
  return questions.map((_, i) => questions[(i * step) % questions.length] as Question)
}

async function compareOne(searched: NameIndex, question: Question, compared: Compared): Promise<void> {
  const { way, pagesBefore } = question
  const query = pagesBefore === 0 ? question.query : pageAfter(question)
  if (query === undefined) return
  const ask = (index: NameIndex) => answerOf(index, question, query)
  const start = performance.now()
  const ours = await ask(embedded)
  const middle = performance.now()
  const cpu = process.cpuUsage()
  const theirs = await ask(searched)
  const { user, system } = process.cpuUsage(cpu)
  compared.embeddedMs.push(middle - start)
  compared.openSearchMs.push(performance.now() - middle)
  compared.nodeMs += (user + system) / 1000
  compared.all++
  const difference = differenceOf(ours, theirs, way.startsWith('deep'))
  if (difference === undefined) compared.same++
  else addDifference(compared, difference, query, ours, theirs)
}

/** Returns the query of the page behind the first ones; `undefined` if there is none. */
function pageAfter({ query, pagesBefore }: Question): SearchQuery | undefined {
  let asked = query
  for (let page = 0; page < pagesBefore; page++) {
    const { hits, more } = embedded.search(asked)
    const last = hits.at(-1)
    if (last === undefined || !more) return undefined
    asked = { ...query, after: last.key }
  }
  return asked
}

type Answer = SearchPage | SearchFacets | readonly string[]

async function answerOf(index: NameIndex, { way }: Question, query: SearchQuery): Promise<Answer> {
  if (way === 'corrections') return index.corrections(query.name)
  const { name, deep } = query
  return way === 'facets' ? index.facets({ name, deep }) : index.search(query)
}

function isPage(answer: Answer): answer is SearchPage {
  return 'hits' in answer
}

function differenceOf(ours: Answer, theirs: Answer, isDeep: boolean): Difference | undefined {
  if (isPage(ours) && isPage(theirs)) return pageDifference(ours, theirs, isDeep)
  return textOf(ours) === textOf(theirs) ? undefined : 'other'
}

/** Values of facets in one order: they are a map. */
function textOf(answer: Answer): string {
  return JSON.stringify(answer, (_, value) => (value instanceof Map ? [...value].sort() : value))
}

function addDifference(
  { differences }: Compared,
  difference: Difference,
  query: SearchQuery,
  ours: Answer,
  theirs: Answer,
): void {
  const what = isPage(ours) && isPage(theirs) ? firstDifference(ours, theirs) : textOf(theirs).slice(0, 200)
  const all = differences.get(difference) ?? []
  differences.set(difference, [...all, `  ${JSON.stringify(query).slice(0, 160)}\n${what}`])
}

function print(title: string, compared: Compared): void {
  const { same, all, embeddedMs, openSearchMs, differences } = compared
  const times = `embedded ${timesOf(embeddedMs)}, OpenSearch ${timesOf(openSearchMs)} ms (p50/p99)`
  const load = loadavg()[0]?.toFixed(1)
  const [node, ofServer] = [compared.nodeMs, compared.serverMs].map((ms) =>
    (ms / Math.max(1, all)).toFixed(1),
  )
  const processor = `processor time Node ${node} ms, OpenSearch ${ofServer} ms a query`
  console.log(`${title.padEnd(22)} ${same} of ${all} the same; ${times}; ${processor}; load ${load}`)
  for (const [difference, texts] of differences) {
    console.log(`  ${difference}: ${texts.length}`)
    for (const text of texts.slice(0, SHOWN)) console.log(text)
  }
}

function timesOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return `${at(0.5)}/${at(0.99)}`
}
