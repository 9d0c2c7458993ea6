/** The checks of `doctor` that concern the OpenSearch of `OPENSEARCH_URL`. */
import type { Config } from '../config/config.ts'
import type { Check } from '../control/views.ts'
import { isLoopbackName } from '../core/accounts/site.ts'
import type { CompanyStore } from '../core/company/company-store.ts'
import type { IndexState } from '../core/search/name-index.ts'
import type { ExaminedOpenSearch, OpenSearchFacts } from '../server/compose/opensearch-index.ts'
import { isInOpenSearch } from '../server/compose/search-index.ts'
import { check } from './doctor-check.ts'
import { checkDisks } from './doctor-opensearch-disks.ts'

/** The oldest versions that are tested: of 2 the last one, and every 3. */
const VERSION_MIN = [2, 19] as const
const VERSION_MAX = 3
/** Median round trip in ms above which deep searches, which take several one after another, become notably slower. */
const ROUND_TRIP_MS_MAX = 10
/** Clauses that the searches of one deep search have at most, as OpenSearch allows them by default. */
const CLAUSES_MIN = 1024
/** A request with documents has up to four million characters, most of them of one byte. */
const BODY_BYTES_MIN = 10_000_000
/** As OpenSearch allows them by default for each node. */
const SHARDS_PER_NODE = 1000
/** Indices of one version beside the shards of names: that of words. */
const WORDS_SHARDS = 1

type Settings = Pick<
  Config,
  'openSearchUrl' | 'openSearchCaFile' | 'openSearchIndex' | 'openSearchShards' | 'dataDir'
>

/** Checks the cluster of `OPENSEARCH_URL`; no checks without one. */
export async function examineOpenSearch(config: Settings): Promise<readonly Check[]> {
  if (!isInOpenSearch(config)) return []
  try {
    const { examineCluster } = await import('../server/compose/opensearch-index.ts')
    return checksOf(await examineCluster(config), config)
  } catch (error) {
    return [{ name: 'opensearch', state: 'fail', description: textOf(error) }]
  }
}

/** Compares the searched index with the stored companies. */
export async function examineStoredIn(config: Settings, companies: CompanyStore): Promise<Check> {
  const name = 'index'
  try {
    const { openSearchState } = await import('../server/compose/opensearch-index.ts')
    // The store first: changes that follow meanwhile are no difference.
    const [stored, sequence] = [await companies.count(), await companies.lastSequence()]
    const state = await openSearchState(config)
    if (state === undefined)
      return check(name, 'none of this version in OpenSearch', [['warn', `Searches fail. ${REFILLED}`]])
    return compared(state, stored, sequence)
  } catch (error) {
    return { name, state: 'fail', description: textOf(error) }
  }
}

/** Judges an index in OpenSearch by the number of companies and the last change of the store. */
export function compared({ companies, bytes, sequence }: IndexState, stored: number, last: number): Check {
  const count = (number: number) => number.toLocaleString('en')
  const late = last - sequence
  const text = `${count(companies)} companies in OpenSearch, ${Math.round(bytes / 1e6)} MB`
  return check('index', late > 0 ? text : `${text}, at change ${sequence} like the store`, [
    late > 0 && [
      'warn',
      `${count(late)} changes of the store are missing. A running server adds them within seconds, else the next start.`,
    ],
    late < 0 && [
      'fail',
      `It is ${count(-late)} changes ahead of the store: it belongs to other companies, or the store is an old backup. The next start fills a new one.`,
    ],
    late === 0 &&
      companies !== stored && [
        'fail',
        `The store has ${count(stored)} companies: names were lost in OpenSearch. Restart one server: it fills a new index, and the old one is searched until then.`,
      ],
  ])
}

/** Judges what was found out about a cluster. */
export function checksOf({ faults, facts }: ExaminedOpenSearch, config: Settings): readonly Check[] {
  if (facts === undefined)
    return [{ name: 'opensearch', state: 'fail', description: [...new Set(faults)].join(' ') }]
  return [
    checkCluster(facts, faults),
    checkHealth(facts),
    checkDisks(facts),
    checkSettings(facts, config),
    checkRights(facts),
    ...checkIndices(facts),
  ]
}

function checkCluster(facts: OpenSearchFacts, faults: readonly string[]): Check {
  const { clusterName, distribution, versions, plainHosts, roundTripMs } = facts
  const product = distribution === 'opensearch' ? 'OpenSearch' : distribution || 'another product'
  const trip = `round trip ${roundTripMs.toFixed(1)} ms`
  const readable = plainHosts.filter((host) => !isLoopbackName(host))
  return check('opensearch', `${product} ${versions.join(' and ')}, cluster ${clusterName}, ${trip}`, [
    distribution !== 'opensearch' && [
      'fail',
      'Only OpenSearch is supported: others search and sort in other ways.',
    ],
    distribution === 'opensearch' &&
      versions.some(isOld) && ['fail', `Use OpenSearch ${VERSION_MIN.join('.')} or 3.`],
    distribution === 'opensearch' &&
      versions.some(isNew) && ['warn', `Tested are ${VERSION_MIN.join('.')} and ${VERSION_MAX}.`],
    faults.length > 0 && ['warn', faults.join(' ')],
    readable.length > 0 && [
      'warn',
      'The network can read the password and all names. Use https:// in OPENSEARCH_URL.',
    ],
    roundTripMs > ROUND_TRIP_MS_MAX && [
      'warn',
      'A deep search waits for several of them: move OpenSearch closer to the servers.',
    ],
  ])
}

function partsOf(version: string): readonly [major: number, minor: number] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}

function isOld(version: string): boolean {
  const [major, minor] = partsOf(version)
  return major < VERSION_MIN[0] || (major === VERSION_MIN[0] && minor < VERSION_MIN[1])
}

function isNew(version: string): boolean {
  return partsOf(version)[0] > VERSION_MAX
}

function checkHealth({ health, dataNodes, index }: OpenSearchFacts): Check {
  const nodes = dataNodes === 1 ? '1 data node, no copies of shards' : `${dataNodes} data nodes`
  const isRed = index?.health === 'red'
  return check('opensearch health', `${health}, ${nodes}`, [
    isRed && [
      'fail',
      'A shard of our index is missing, so searches fail. See: GET /_cluster/allocation/explain',
    ],
    health === 'red' &&
      !isRed && ['warn', 'An index has lost a shard, but not ours. See: GET /_cat/shards?v'],
    index?.health === 'yellow' && [
      'warn',
      'A shard of our index has no copy: if its node fails, searches fail. Wait until it is made, or see: GET /_cluster/allocation/explain',
    ],
  ])
}

function checkSettings(facts: OpenSearchFacts, { openSearchShards }: Settings): Check {
  const { settings, index, shards, dataNodes, bodyBytesMax } = facts
  const isTrue = (name: string) => settings.get(name) === 'true'
  const blocks = ['cluster.blocks.read_only', 'cluster.blocks.read_only_allow_delete'].filter(isTrue)
  const all = [...blocks, ...(index?.blocks ?? [])]
  const clauses = Number(settings.get('indices.query.bool.max_clause_count') ?? CLAUSES_MIN)
  const shardsMax = Number(settings.get('cluster.max_shards_per_node') ?? SHARDS_PER_NODE) * dataNodes
  const copies = dataNodes > 1 ? 2 : 1
  const needed = (openSearchShards + WORDS_SHARDS) * copies
  return check('opensearch settings', `room for ${shardsMax - shards} more shards`, [
    all.length > 0 && [
      'fail',
      `${all.join(' and ')} forbid changes: imports and suppressions fail. If a full disk was the reason, free space first; then set them to null.`,
    ],
    settings.get('search.allow_expensive_queries') === 'false' && [
      'fail',
      'search.allow_expensive_queries is false: deep searches, beginnings and corrections are refused. Set it to null.',
    ],
    clauses < CLAUSES_MIN && [
      'warn',
      `indices.query.bool.max_clause_count is ${clauses}: deep searches of many words are refused. Set it to ${CLAUSES_MIN} or more.`,
    ],
    bodyBytesMax < BODY_BYTES_MIN && [
      'warn',
      `http.max_content_length is ${bodyBytesMax} bytes: documents are refused while an index is filled. Set it to 10mb or more.`,
    ],
    shardsMax - shards < needed && [
      'warn',
      `The next version of the index needs ${needed}. Raise cluster.max_shards_per_node, or delete indices.`,
    ],
  ])
}

function checkRights({ missingRights }: OpenSearchFacts): Check {
  return check('opensearch rights', 'tried on an index of their own', [
    missingRights.length > 0 && [
      'fail',
      `The user may not: ${missingRights.join('; ')}. See docs/opensearch.md for a role.`,
    ],
  ])
}

/** What happens to an index that has lost something. */
const REFILLED = 'A running server begins within seconds to fill it again, else the next start does.'

function checkIndices({ index }: OpenSearchFacts): readonly Check[] {
  if (index === undefined) return []
  const { indices, isWhole, state, others } = index
  return [
    check('opensearch index', indices.join(', '), [
      !isWhole && ['fail', `The index of words is missing, so searches fail. ${REFILLED}`],
      isWhole &&
        state === 'lost' && [
          'fail',
          `OpenSearch has lost the state of the index, so searches fail. ${REFILLED}`,
        ],
      state === 'of another version' && [
        'warn',
        'Another version of firmensuche made it. The next start fills a new one.',
      ],
      others.length > 0 && [
        'warn',
        `${others.join(', ')} are not searched: they are being filled, or were left. The next version deletes them.`,
      ],
    ]),
  ]
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
