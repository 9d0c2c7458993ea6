/** The nodes: processes of the server that share one database. Here is how they know of each other and of what changed. */

/** Time after its last heartbeat for which a node counts as live, in ms: its lease in the database. */
export const LEASE_MS = 10_000

/** What a node tells the others with each heartbeat. */
export interface NodeReport {
  /** Name for people: host name and port. */
  readonly name: string
  readonly version: string
  readonly startedAtMs: number
  /** Number of the last change of keys that all threads of the node know. */
  readonly keySequence: number
  /** Number of the last change of companies that the node searches; `undefined` before its first index. */
  readonly companySequence: number | undefined
  /** Tells whether nodes have the same secret, without telling it; '' if this node has none. */
  readonly secretMark: string
}

/** A node as the database knows it. */
export interface NodeState extends NodeReport {
  readonly id: string
  /** Time since its last heartbeat, by the clock of the database, in ms. */
  readonly ageMs: number
  /** Whether its lease holds. Any other node answers no request with a key. */
  readonly isLive: boolean
}

/** Keys that changed. */
export interface KeyChanges {
  /** Number of the last change. */
  readonly sequence: number
  /** Accounts whose keys changed, or that were disabled, enabled or deleted. */
  readonly accounts: readonly string[]
}

/** What changed, as nodes tell each other. */
export type Topic = 'keys' | 'companies'

/**
 * The registry of all nodes. Every method rejects with a {@link Failure} `service_unavailable` if the database
 * cannot be used, after a few seconds at most.
 */
export interface NodeRegistry {
  /**
   * Stores a heartbeat of this node, from which its lease counts.
   *
   * @returns the number of live nodes, this one included, and whether a process writes companies at the moment.
   */
  beat(report: NodeReport): Promise<{ readonly live: number; readonly isImporting: boolean }>
  /** Returns all nodes that were live within the last hour, oldest first. */
  nodes(): Promise<readonly NodeState[]>
  /** Returns whose keys changed after the change with this number. */
  keysChangedAfter(sequence: number): Promise<KeyChanges>
  /** Returns the number of the last stored change of companies. */
  companySequence(): Promise<number>
  /** Tells all nodes that companies have changed. Changes of keys are told by the database. */
  tellOfCompanies(): Promise<void>
  /**
   * Reserves a source for this node, so that no other one runs it. The reservation ends with `release`, or with the lease of
   * this node. Returns whether this node has it now.
   */
  claimSource(id: string): Promise<boolean>
  releaseSource(id: string): Promise<void>
  /**
   * Runs work on an index that all nodes share, when no other node or command does; waits for them.
   */
  writeIndex<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Calls `heard` when something changed, also for changes by other programs, and for every topic after the connection was
   * lost and made again.
   *
   * @returns a function that ends it.
   */
  listen(heard: (topic: Topic) => void): () => Promise<void>
  /** Removes this node. */
  leave(): Promise<void>
  /** Closes the connections. */
  close(): Promise<void>
}
