/** What `doctor` reads of an OpenSearch cluster. */
import { performance } from 'node:perf_hooks'
import { Failure } from '../../core/failure.ts'
import type { OpenSearchAddress } from './client.ts'
import { OpenSearchClient } from './client.ts'
import { missingRights } from './examine-rights.ts'
import { currentVersion, type NoState, readStateOr } from './index-version.ts'

/** Round trips of which the median is returned. */
const ROUND_TRIPS = 11

/** The disk of a node that holds shards, in bytes. */
export interface NodeDisk {
  readonly node: string
  readonly totalBytes: number
  readonly freeBytes: number
}

/** The state of a cluster or an index: `red` without a shard, `yellow` without a copy of one. */
export type Health = 'green' | 'yellow' | 'red'

/** The properties of a cluster that could be reached. */
export interface OpenSearchFacts {
  readonly clusterName: string
  /** `opensearch`; '' for another product, such as Elasticsearch. */
  readonly distribution: string
  /** The different versions of its nodes. */
  readonly versions: readonly string[]
  /** Hosts that were asked in plain http; other machines can read what is sent to them. */
  readonly plainHosts: readonly string[]
  readonly roundTripMs: number
  readonly health: Health
  readonly dataNodes: number
  readonly shards: number
  readonly disks: readonly NodeDisk[]
  /** By name, also those that nobody has changed. */
  readonly settings: ReadonlyMap<string, string>
  /** Least bytes that a node accepts as the body of a request. */
  readonly bodyBytesMax: number
  readonly missingRights: readonly string[]
  readonly index: IndexFacts | undefined
}

/** The searched index, of names and of words. */
export interface IndexFacts {
  /** Names of the two. */
  readonly indices: readonly string[]
  readonly health: Health
  /** Settings that forbid to write it. */
  readonly blocks: readonly string[]
  /** What is known of its state; `ours`: this version of firmensuche made it. */
  readonly state: 'ours' | NoState
  /** Whether the index of words is there. */
  readonly isWhole: boolean
  /** Bytes of one copy. */
  readonly bytes: number
  /** Indices that are not searched: they are being filled, or were left. */
  readonly others: readonly string[]
}

/** Hosts that answer, and of each other one a sentence why not. */
export interface Reached {
  readonly answering: readonly string[]
  readonly faults: readonly string[]
}

/** Asks each address by itself. */
export async function reachEach({ urls, ca }: OpenSearchAddress): Promise<Reached> {
  const [answering, faults]: [string[], string[]] = [[], []]
  for (const url of urls.split(',').map((one) => one.trim())) {
    const client = new OpenSearchClient(ca === undefined ? { urls: url } : { urls: url, ca })
    try {
      await client.send('GET', '/')
      answering.push(url)
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    } finally {
      client.close()
    }
  }
  return { answering, faults }
}

/**
 * Reads the properties of a cluster, of whose addresses all answer, and tries the rights of the user.
 *
 * @throws {Failure} `service_unavailable` with a sentence if it cannot be asked.
 */
export async function examineOpenSearch(
  address: OpenSearchAddress,
  prefix: string,
  random: string,
): Promise<OpenSearchFacts> {
  const client = new OpenSearchClient(address)
  try {
    const about = await client.send<About>('GET', '/')
    const health = await client.send<ToldHealth>('GET', '/_cluster/health')
    const settings = await readSettings(client)
    return {
      ...{ clusterName: about.cluster_name, distribution: about.version.distribution ?? '' },
      ...(await readNodes(client)),
      ...{ settings, plainHosts: plainHosts(address.urls), roundTripMs: await medianMs(client) },
      ...{ health: health.status, dataNodes: health.number_of_data_nodes, shards: health.active_shards },
      missingRights: await missingRights(client, prefix, random),
      index: await readIndex(client, prefix),
    }
  } catch (error) {
    // A block of the cluster, or a right that even reading takes.
    if (error instanceof Failure) throw error
    throw new Failure('service_unavailable', error instanceof Error ? error.message : String(error))
  } finally {
    client.close()
  }
}

interface About {
  readonly cluster_name: string
  readonly version: { readonly distribution?: string }
}

interface ToldHealth {
  readonly status: Health
  readonly number_of_data_nodes: number
  readonly active_shards: number
}

function plainHosts(urls: string): readonly string[] {
  const all = urls.split(',').map((one) => new URL(one.trim()))
  return all.filter(({ protocol }) => protocol === 'http:').map(({ hostname }) => hostname)
}

async function medianMs(client: OpenSearchClient): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < ROUND_TRIPS; i++) {
    const startMs = performance.now()
    await client.send('GET', '/')
    times.push(performance.now() - startMs)
  }
  return times.toSorted((a, b) => a - b)[ROUND_TRIPS >> 1] as number
}

type Values = Readonly<Record<string, unknown>>

/** Settings of the moment count before those that outlast a restart, and these before the defaults. */
async function readSettings(client: OpenSearchClient): Promise<ReadonlyMap<string, string>> {
  const path = '/_cluster/settings?include_defaults=true&flat_settings=true'
  const told = await client.send<Readonly<Record<'defaults' | 'persistent' | 'transient', Values>>>(
    'GET',
    path,
  )
  const all = { ...told.defaults, ...told.persistent, ...told.transient }
  return new Map(Object.entries(all).map(([name, value]) => [name, String(value)]))
}

interface ToldNode {
  readonly version: string
  readonly http?: { readonly max_content_length_in_bytes?: number }
}

interface ToldDisk {
  readonly name: string
  readonly roles: readonly string[]
  readonly fs: { readonly total: { readonly total_in_bytes: number; readonly available_in_bytes: number } }
}

async function readNodes(client: OpenSearchClient) {
  const { nodes } = await client.send<{ nodes: Readonly<Record<string, ToldNode>> }>('GET', '/_nodes/http')
  const told = await client.send<{ nodes: Readonly<Record<string, ToldDisk>> }>('GET', '/_nodes/stats/fs')
  const all = Object.values(nodes)
  const lengths = all.map(({ http }) => http?.max_content_length_in_bytes ?? Number.POSITIVE_INFINITY)
  const holders = Object.values(told.nodes).filter(({ roles }) => roles.some((role) => /^data/.test(role)))
  const disks = holders.map(({ name, fs: { total } }) => ({
    ...{ node: name, totalBytes: total.total_in_bytes, freeBytes: total.available_in_bytes },
  }))
  const versions = [...new Set(all.map(({ version }) => version))].sort()
  return { versions, disks, bodyBytesMax: Math.min(...lengths) }
}

async function readIndex(client: OpenSearchClient, prefix: string): Promise<IndexFacts | undefined> {
  const version = await currentVersion(client, prefix)
  if (version === undefined) return undefined
  const { names, words } = version
  const all = await client.send<Values>('GET', `/${prefix}-names-*,${prefix}-words-*/_alias`)
  const isWhole = words in all
  const state = await readStateOr(client, version)
  const found = isWhole ? `${names},${words}` : names
  const { status } = await client.send<ToldHealth>('GET', `/_cluster/health/${found}`)
  const { _all } = await client.send<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(
    ...(['GET', `/${found}/_stats/store`] as const),
  )
  return {
    ...{ indices: found.split(','), health: status, isWhole, bytes: _all.primaries.store.size_in_bytes },
    blocks: await readBlocks(client, found),
    state: typeof state === 'string' ? state : 'ours',
    others: Object.keys(all).filter((index) => index !== names && index !== words),
  }
}

async function readBlocks(client: OpenSearchClient, indices: string): Promise<readonly string[]> {
  const path = `/${indices}/_settings?flat_settings=true`
  const told = await client.send<Readonly<Record<string, { settings: Values }>>>('GET', path)
  const set = Object.values(told).flatMap(({ settings }) => Object.entries(settings))
  const blocks = set.filter(([name, value]) => /^index\.blocks\./.test(name) && String(value) === 'true')
  return [...new Set(blocks.map(([name]) => name))].sort()
}
