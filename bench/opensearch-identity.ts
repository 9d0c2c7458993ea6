/**
 * The embedded index against OpenSearch: `node bench/opensearch-identity.ts FOLDER FILES QUERIES [URL]`. Builds both
 * from the first FILES of the `*.jsonl.br` in the folder, asks QUERIES of every kind in both modes, and prints how
 * many pages are the same, what differs, and how long each took. Without URL it starts an OpenSearch of its own.
 */
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
import { openIndex } from '../src/engine/format/index-reader.ts'
import type { Hit, SearchPage } from '../src/names/search/page.ts'
import { startOpenSearch } from '../test/opensearch/opensearch-server.ts'
import { Random } from './corpus/random.ts'
import { companiesOf } from './corpus/real-companies.ts'
import { mixOf } from './query-mix.ts'
import { ABSENT_KINDS, absentQueries } from './relevance/absent-names.ts'
import { formerQueries } from './relevance/former-names.ts'
import { KnownNames } from './relevance/known-names.ts'
import { NOISE_KINDS, noisyQueries } from './relevance/noisy-queries.ts'
import type { JudgedQuery } from './relevance/query.ts'
import { relevanceImage } from './relevance/relevance-index.ts'
import { drawTargets } from './relevance/targets.ts'

const PAGE = 25
/** Hits of a deep search that are compared. */
const DEEP_COMPARED = 10
const SEED = 1
const PREFIX = process.env.PREFIX ?? 'identity'
/** Differences that are printed for each kind and mode. */
const SHOWN = Number(process.env.SHOWN ?? 3)
const HEAP = process.env.HEAP ?? '1g'
/** Asked once before anything is timed. */
const WARM_UP = 50

interface Compared {
  same: number
  all: number
  readonly embeddedMs: number[]
  readonly openSearchMs: number[]
  readonly differences: string[]
}

const [folder, files = '1', count = '20', url] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')
const read = () => companiesOf(folder, Number(files))
const image = relevanceImage(read, true, process.env.IMAGE)
const embedded = new EmbeddedNameIndex()
embedded.publish(image)
const known = new KnownNames(openIndex(image))
const server = url === undefined ? await startOpenSearch(HEAP) : undefined
const client = new OpenSearchClient({ urls: url ?? (server?.url as string) })
try {
  await fill()
  const searched = new OpenSearchNameIndex({ client, prefix: PREFIX, nowMs: () => performance.now() })
  await compareAll(searched)
} finally {
  client.close()
  await server?.stop()
}

async function fill(): Promise<void> {
  if (process.env.FILLED === '1' && (await currentVersion(client, PREFIX)) !== undefined) return
  const store = {
    lastSequence: () => 0,
    changes: () => [],
    findMany: () => [],
    forIndex: () => read() as never,
  }
  const version = versionOf(PREFIX, String(Date.now()))
  const start = performance.now()
  const state = await fillVersion(client, store, version, { shards: 1 }, { number: 1, nowMs: 0 })
  const seconds = (performance.now() - start) / 1000
  console.log(
    `filled ${state.names} names in ${seconds.toFixed(1)} s: ${Math.round(state.names / seconds)} names/s`,
  )
  await moveAliases(client, PREFIX, version)
  await deleteOthers(client, PREFIX, version)
}

async function compareAll(searched: OpenSearchNameIndex): Promise<void> {
  const queries = [...Map.groupBy(allQueries(), ({ kind }) => kind)]
  const first = queries.flatMap(([, ofKind]) => ofKind.slice(0, 2)).slice(0, WARM_UP)
  for (const { text } of first) {
    embedded.search({ name: text, deep: true, limit: PAGE })
    await searched.search({ name: text, deep: true, limit: PAGE })
  }
  const totals = { normal: newCompared(), deep: newCompared() }
  for (const [kind, ofKind] of queries) {
    for (const mode of ['normal', 'deep'] as const) {
      const compared = newCompared()
      for (const { text } of ofKind) await compareOne(searched, text, mode === 'deep', compared)
      print(`${mode.padEnd(6)} ${kind}`, compared)
      for (const difference of compared.differences.slice(0, SHOWN)) console.log(difference)
      addTo(totals[mode], compared)
    }
  }
  print('normal all', totals.normal)
  print('deep   all', totals.deep)
}

function allQueries(): readonly JudgedQuery[] {
  const targets = drawTargets(read, new Random(SEED).start(0))
  const making = { known, seed: SEED, count: Number(count) }
  const mix = mixOf(openIndex(image), Number(count) * 25)
  return [
    ...mix.map((text) => ({ kind: 'mix', text, target: undefined })),
    ...NOISE_KINDS.flatMap((kind) => noisyQueries(kind, targets, making)),
    ...absentQueries(ABSENT_KINDS, targets, making),
    ...formerQueries(targets, making),
  ]
}

async function compareOne(
  searched: OpenSearchNameIndex,
  name: string,
  deep: boolean,
  compared: Compared,
): Promise<void> {
  const query = { name, deep, limit: PAGE }
  const start = performance.now()
  const ours = textOf(embedded.search(query), deep)
  const middle = performance.now()
  const theirs = textOf(await searched.search(query), deep)
  compared.embeddedMs.push(middle - start)
  compared.openSearchMs.push(performance.now() - middle)
  compared.all++
  if (ours === theirs) compared.same++
  else compared.differences.push(differenceOf(name, ours, theirs))
}

/** Everything of a normal page; the first hits of a deep one. */
function textOf(page: SearchPage, deep: boolean): string {
  const hits = page.hits.slice(0, deep ? DEEP_COMPARED : PAGE).map(lineOf)
  const { more, total, totalIsExact, truncated } = page
  return [...hits, ...(deep ? [] : [JSON.stringify({ more, total, totalIsExact, truncated })])].join('\n')
}

function lineOf({ record, key, kind, score, matchedName, matchedOn, reasons }: Hit): string {
  return `${kind} ${score} ${matchedName} ${JSON.stringify({ matchedOn, reasons, key, record })}`
}

/** Returns the first lines that differ. */
function differenceOf(name: string, ours: string, theirs: string): string {
  const [a, b] = [ours.split('\n'), theirs.split('\n')]
  const at = a.findIndex((line, i) => line !== b[i])
  const place = at < 0 ? a.length : at
  return `  ${JSON.stringify(name)}, line ${place + 1}\n    embedded   ${a[place]?.slice(0, 160)}\n    OpenSearch ${b[place]?.slice(0, 160)}`
}

function newCompared(): Compared {
  return { same: 0, all: 0, embeddedMs: [], openSearchMs: [], differences: [] }
}

function addTo(sum: Compared, one: Compared): void {
  sum.same += one.same
  sum.all += one.all
  sum.embeddedMs.push(...one.embeddedMs)
  sum.openSearchMs.push(...one.openSearchMs)
}

function print(title: string, { same, all, embeddedMs, openSearchMs }: Compared): void {
  const times = `embedded ${p50(embeddedMs)} ms, OpenSearch ${p50(openSearchMs)} ms`
  console.log(`${title.padEnd(44)} ${same} of ${all} the same; p50 ${times}`)
}

function p50(times: readonly number[]): string {
  return (times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0).toFixed(2)
}
