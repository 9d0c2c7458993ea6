/**
 * The lease of this node in the shared block: until when it may answer requests with keys without asking the database
 * that it shares with other nodes. A server that is alone needs none.
 */
import type { KeyRing } from '../../core/access/request-ports.ts'
import { Failure } from '../../core/failure.ts'
import type { Clock } from '../../core/ports.ts'
import { HEADER, type SharedBlock } from './shared-block.ts'

/** Unit of the cell, in ns: the clock of a machine that runs for years fits into 31 bits. */
const UNIT_NS = 100_000_000n
/** After so long a client may try again, in ms: the next heartbeats can succeed, or another node answers. */
const RETRY_MS = 1000

/** Writes the lease. Only the supervisor has one. */
export class SharedLease {
  readonly #block: SharedBlock
  readonly #clock: Pick<Clock, 'monotonicNs'>

  constructor(block: SharedBlock, clock: Pick<Clock, 'monotonicNs'>) {
    this.#block = block
    this.#clock = clock
  }

  /** Whether this node answers requests with keys. */
  get isHeld(): boolean {
    return leaseOf(this.#block, this.#clock) !== 'over'
  }

  /** Holds the lease until this time of the monotonic clock, in ns. An earlier call does not count any more. */
  holdUntil(ns: bigint): void {
    Atomics.store(this.#block.int32, HEADER.leaseEnd, Math.max(1, Number(ns / UNIT_NS)))
  }

  /** Makes the limits of this node a share: one of so many nodes. */
  shareWith(nodes: number): void {
    Atomics.store(this.#block.int32, HEADER.nodes, nodes)
  }
}

/** Returns the state of the lease, as `KeyRing` tells it. */
export function leaseOf(
  { int32 }: SharedBlock,
  clock: Pick<Clock, 'monotonicNs'>,
): ReturnType<KeyRing['lease']> {
  const end = Atomics.load(int32, HEADER.leaseEnd)
  if (end === 0) return 'none'
  return Number(clock.monotonicNs() / UNIT_NS) < end ? 'held' : 'over'
}

/** @throws {Failure} `service_unavailable` if the node needs a lease and has none. */
export function checkLease(block: SharedBlock, clock: Pick<Clock, 'monotonicNs'>): void {
  if (leaseOf(block, clock) !== 'over') return
  const sentence =
    'This node cannot reach the database, so that it does not know which keys are revoked. It answers requests with keys when it reaches it again.'
  throw new Failure('service_unavailable', sentence, [], undefined, RETRY_MS)
}

/** Returns the number of nodes that share the limits of keys. */
export function nodesOf({ int32 }: SharedBlock): number {
  return Math.max(1, Atomics.load(int32, HEADER.nodes))
}
