/** A cluster of three nodes of OpenSearch, each of which holds data and may be the manager. */
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { findPort } from '../../src/adapters/system/free-port.ts'
import { type OpenSearchServer, startOpenSearch } from './opensearch-server.ts'

const NODES = 3
const HEAP = '512m'
const POLL_MS = 200

/** A node, and the name that the cluster has for it. */
export interface ClusterNode extends OpenSearchServer {
  readonly name: string
}

/** Starts the nodes one after the other, on ports of their own; adds each to `nodes` when it runs. */
export async function startNodes(nodes: ClusterNode[]): Promise<void> {
  const ports = await Promise.all(Array.from({ length: NODES }, () => findPort('127.0.0.1', 0)))
  const seeds = ports.map(({ port }) => `127.0.0.1:${port}`).join(',')
  for (const [i, { port, release }] of ports.entries()) {
    release()
    const name = `node ${i + 1}`
    const server = await startOpenSearch(HEAP, {
      ...{ 'node.name': name, 'transport.port': String(port) },
      ...{ 'discovery.type': 'zen', 'discovery.seed_hosts': seeds },
      'cluster.initial_cluster_manager_nodes': 'node 1',
    })
    nodes.push(Object.assign(server, { name }))
  }
}

/** Returns the elected manager. */
export async function managerOf(
  client: OpenSearchClient,
  nodes: readonly ClusterNode[],
): Promise<ClusterNode> {
  const [{ node }] = await client.send<[{ node: string }]>('GET', '/_cat/cluster_manager?format=json')
  return nodes.find(({ name }) => name === node) as ClusterNode
}

/** Waits until all nodes are there and every shard has its copy on another node. */
export async function becomesWhole(client: OpenSearchClient): Promise<void> {
  for (;;) {
    const health = await client.send<{ status: string; number_of_nodes: number }>('GET', '/_cluster/health')
    if (health.status === 'green' && health.number_of_nodes === NODES) return
    await wait(POLL_MS)
  }
}
