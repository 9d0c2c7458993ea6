/** Waits until all nodes that share a database know what one of them, or the command line, has changed. */
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../core/failure.ts'
import { LEASE_MS, type NodeRegistry, type NodeState } from '../../core/nodes/node-registry.ts'

/** Most time that a change waits for the nodes, in ms. By then the lease has ended of each that cannot be reached. */
const WAIT_MS_MAX = LEASE_MS + 500
/** Interval at which the nodes are asked for, in ms. */
const POLL_MS = 20

/** Waiting for the other nodes. */
export interface OtherNodes {
  /**
   * Resolves when every live node refuses and accepts the keys as they are stored now. A node that cannot be reached
   * refuses all keys at the latest when its lease has ended.
   *
   * @throws {Failure} `service_unavailable` if the database did not say so in time.
   */
  knowKeys(): Promise<void>
  /**
   * Resolves when every live node searches the companies as they are stored now, or after some ten seconds. Returns the
   * names of those that do not search them yet.
   */
  searchCompanies(): Promise<readonly string[]>
}

/** A server without other nodes: nothing to wait for. */
export const NO_OTHER_NODES: OtherNodes = { knowKeys: async () => {}, searchCompanies: async () => [] }

/** Waits for the nodes of a registry. `own`: the id of this node, which has its change at once; none for the command line. */
export function otherNodes(registry: NodeRegistry, own?: string): OtherNodes {
  const late = async (knows: (node: NodeState) => boolean) =>
    (await registry.nodes()).filter((node) => node.id !== own && node.isLive && !knows(node))
  return {
    async knowKeys() {
      let stored: number | undefined
      await untilNone(async () => {
        const sequence = stored ?? (await registry.keysChangedAfter(Number.MAX_SAFE_INTEGER)).sequence
        stored = sequence
        return late(({ keySequence }) => keySequence >= sequence)
      })
    },
    async searchCompanies() {
      const stored = await registry.companySequence()
      await registry.tellOfCompanies()
      // A node that is starting builds its index from what is stored.
      const left = await untilNone(() =>
        late(({ companySequence }) => companySequence === undefined || companySequence >= stored),
      )
      return left.map(({ name }) => name)
    },
  }
}

/**
 * Asks again until no node is left, or `WAIT_MS_MAX` have passed; returns those that are left then.
 *
 * @throws {Failure} `service_unavailable` if the last attempts failed.
 */
async function untilNone(left: () => Promise<readonly NodeState[]>): Promise<readonly NodeState[]> {
  const endMs = performance.now() + WAIT_MS_MAX
  for (;;) {
    const found = await left().catch((error: unknown) => {
      if (performance.now() < endMs) return undefined
      throw notConfirmed(error)
    })
    if (found?.length === 0 || (found !== undefined && performance.now() >= endMs)) return found
    await wait(POLL_MS)
  }
}

function notConfirmed(error: unknown): Failure {
  const why = error instanceof Error ? error.message : String(error)
  return new Failure(
    'service_unavailable',
    `The change is stored, but the database did not say whether all nodes know it: ${why}`,
  )
}
