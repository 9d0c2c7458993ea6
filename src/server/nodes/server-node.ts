/**
 * This server as one of the nodes that share a database: tells the others that it is there, follows what they change, and
 * holds the lease without which it answers no request with a key.
 */
import { hostname } from 'node:os'
import type { AccountId } from '../../core/identity/ids.ts'
import type { NodeRegistry, NodeState, Topic } from '../../core/nodes/node-registry.ts'
import { OutageLog, RepeatedFaults } from '../../core/outage-log.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import { repeatJob } from '../repeat-job.ts'
import { checkSecret } from './check-secret.ts'
import { type OtherNodes, otherNodes } from './wait-for-nodes.ts'

/** Interval of heartbeats, in ms. */
const BEAT_MS = 2000
/** Delay after a failed one, in ms. */
const RETRY_MS = 250
/**
 * Time after the begin of a heartbeat for which this node answers requests with keys, in ms. Less than `LEASE_MS`, so that
 * it has stopped when others believe so, even if its clock is a little slower.
 */
const SERVING_MS = 9000
const NS_A_MS = 1_000_000n
const NO_ROOM =
  'this server has no room for more keys and refuses new ones; restart it, it then has room for twice as many'

/** What a node needs of its server. */
export interface NodeNeeds {
  readonly registry: NodeRegistry
  readonly id: string
  readonly clock: Clock
  readonly log: Pick<ProcessLog, 'warn' | 'error'>
  readonly lease: {
    /** Makes all threads answer requests with keys until this time of the monotonic clock. */
    holdUntil(ns: bigint): void
    /** Tells all threads how many nodes share the limits. */
    shareWith(nodes: number): void
    /** Whether the threads answer requests with keys now. */
    readonly isHeld: boolean
  }
  /** Number of the last change of keys that was in the database when this server read all keys. */
  readonly keySequence: number
  /** Makes all threads know the keys of these accounts as they are stored; returns how many have no room. */
  followKeys(accounts: readonly AccountId[]): Promise<number>
  /** Makes all threads search the companies as they are stored. */
  followCompanies(): Promise<void>
}

/** What a node tells of itself. */
export interface NodeIdentity {
  readonly version: string
  readonly startedAtMs: number
  readonly port: number
  /** As in `NodeReport`. */
  readonly secretMark: string
}

/** A node. */
export class ServerNode {
  /** Waiting for the other nodes. */
  readonly others: OtherNodes
  readonly #needs: NodeNeeds
  readonly #identity: NodeIdentity
  #keySequence: number
  /** Number of the last change that all threads search. */
  #searched: number | undefined
  readonly #outage: OutageLog
  readonly #faults: RepeatedFaults
  #closers: (() => Promise<void>)[] = []
  #retry: NodeJS.Timeout | undefined
  /** The heartbeat in progress, and the one that follows because of a notice meanwhile. */
  #beating: Promise<void> | undefined
  #nextBeat: Promise<void> | undefined
  #following: Promise<void> | undefined
  #nextFollow: Promise<void> | undefined

  constructor(needs: NodeNeeds, identity: NodeIdentity) {
    this.#needs = needs
    this.#identity = identity
    this.#keySequence = needs.keySequence
    this.#outage = new OutageLog(needs, {
      away: 'the database does not answer; without it requests with keys are answered for 9 s',
      back: 'the database answers again',
    })
    this.#faults = new RepeatedFaults(needs)
    this.others = otherNodes(needs.registry, needs.id)
  }

  /**
   * Registers the node; from then on it follows the others.
   *
   * @throws {Failure} `service_unavailable` if the database cannot be used; `conflict` if another node has another secret.
   */
  async start(): Promise<void> {
    const { registry } = this.#needs
    await checkSecret(registry, this.#identity.secretMark)
    await this.#beat()
    const endBeats = repeatJob(() => this.#beatOrWarn(), BEAT_MS)
    const endListening = registry.listen((topic) => void this.#hear(topic))
    this.#closers = [endListening, endBeats]
  }

  /** Notes that all threads search the companies up to this change; the other nodes wait for that. */
  searches(sequence: number): void {
    if (sequence === this.#searched) return
    this.#searched = sequence
    if (this.#closers.length > 0) void this.#beatSoon()
  }

  /** Returns all nodes. */
  nodes(): Promise<readonly NodeState[]> {
    return this.#needs.registry.nodes()
  }

  /** Whether this node answers requests with keys. */
  get isLeaseHeld(): boolean {
    return this.#needs.lease.isHeld
  }

  /** Takes the node out of the registry: nobody waits for it any more. */
  async close(): Promise<void> {
    const { registry } = this.#needs
    for (const closer of this.#closers.splice(0)) await closer()
    await Promise.allSettled([this.#nextBeat, this.#beating, this.#nextFollow, this.#following])
    clearTimeout(this.#retry)
    await registry.leave().catch(() => undefined)
    await registry.close()
  }

  #hear(topic: Topic): Promise<void> {
    return topic === 'keys' ? this.#beatSoon() : this.#followSoon()
  }

  /** Beats now, or once more after the heartbeat in progress, which may have read the keys before the change. */
  #beatSoon(): Promise<void> {
    if (this.#beating === undefined) return this.#beatOrWarn()
    this.#nextBeat ??= this.#beating.then(() => {
      this.#nextBeat = undefined
      return this.#beatOrWarn()
    })
    return this.#nextBeat
  }

  #beatOrWarn(): Promise<void> {
    this.#beating ??= this.#beat()
      .then(
        () => this.#outage.succeeded(),
        (error: unknown) => {
          this.#outage.failed(error)
          // One at a time: the interval and notices begin heartbeats as well.
          clearTimeout(this.#retry)
          this.#retry = setTimeout(() => void this.#beatOrWarn(), RETRY_MS)
        },
      )
      .finally(() => {
        this.#beating = undefined
      })
    return this.#beating
  }

  async #beat(): Promise<void> {
    const { registry, clock, lease, followKeys, log } = this.#needs
    const { sequence, accounts } = await registry.keysChangedAfter(this.#keySequence)
    const withoutRoom = await followKeys(accounts as readonly AccountId[])
    if (withoutRoom > 0) log.error({ keys: withoutRoom }, NO_ROOM)
    this.#keySequence = sequence
    const beganNs = clock.monotonicNs()
    const { live, isImporting } = await registry.beat(this.#report())
    lease.holdUntil(beganNs + BigInt(SERVING_MS) * NS_A_MS)
    lease.shareWith(live)
    // For the notice that was lost. During an import it would follow each batch.
    if (!isImporting && this.#searched !== undefined) void this.#followSoon()
  }

  #report() {
    const { port, ...identity } = this.#identity
    const sequences = { keySequence: this.#keySequence, companySequence: this.#searched }
    return { ...identity, ...sequences, name: `${hostname()}:${port}` }
  }

  /** Follows now, or once more after the step in progress, which may have begun before the change. */
  #followSoon(): Promise<void> {
    if (this.#following === undefined) return this.#follow()
    this.#nextFollow ??= this.#following.then(() => {
      this.#nextFollow = undefined
      return this.#follow()
    })
    return this.#nextFollow
  }

  #follow(): Promise<void> {
    this.#following ??= this.#followCompanies()
      // Each heartbeat tries again.
      .catch((error: unknown) => this.#faults.note(error, 'the changes of companies could not be followed'))
      .finally(() => {
        this.#following = undefined
      })
    return this.#following
  }

  async #followCompanies(): Promise<void> {
    // Before its first index the node follows nothing: that one is built from all that is stored.
    if (this.#searched === undefined) return
    if ((await this.#needs.registry.companySequence()) > this.#searched) await this.#needs.followCompanies()
  }
}
