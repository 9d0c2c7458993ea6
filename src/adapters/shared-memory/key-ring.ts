/** The keys in the shared block as requests read them. One object per thread. */
import type { KeyGrant, KeyRing } from '../../core/access/request-ports.ts'
import type { Clock, Needs } from '../../core/ports.ts'
import { findPlace } from './key-index.ts'
import { lastUseMs, noteUse, readEntry, sameHash, startOf } from './key-table.ts'
import { termsVersion } from './key-terms-cells.ts'
import { checkLease, leaseOf } from './lease.ts'
import type { SharedBlock } from './shared-block.ts'

/** An entry as this thread has read it. */
interface Known {
  readonly version: number
  readonly hash: Uint8Array
  readonly grant: KeyGrant
}

/**
 * Implements {@link KeyRing} over the shared block. `find` records the use of a key that has not ended. Where several
 * nodes share a database, it throws a `Failure` `service_unavailable` when the lease of this node has ended: a key may
 * have been revoked meanwhile.
 */
export class SharedKeyRing implements KeyRing {
  readonly #block: SharedBlock
  readonly #clock: Clock
  /**
   * Entries by place: a key's texts and networks are decoded once per thread and version. Its size is bounded
   * by the table.
   */
  readonly #known = new Map<number, Known>()

  constructor(block: SharedBlock, { clock }: Needs<'clock'>) {
    this.#block = block
    this.#clock = clock
  }

  find(hash: Uint8Array): KeyGrant | undefined {
    checkLease(this.#block, this.#clock)
    const grant = this.peek(hash)
    if (grant === undefined) return undefined
    const nowMs = this.#clock.nowMs()
    if (grant.endsAtMs === undefined || nowMs < grant.endsAtMs) {
      noteUse(this.#block, startOf(this.#block, grant.place), nowMs)
    }
    return grant
  }

  lease(): 'none' | 'held' | 'over' {
    return leaseOf(this.#block, this.#clock)
  }

  peek(hash: Uint8Array): KeyGrant | undefined {
    const place = findPlace(this.#block, hash)
    if (place === undefined) return undefined
    const version = termsVersion(this.#block, startOf(this.#block, place))
    const before = this.#known.get(place)
    const known = before?.version === version ? before : this.#read(place)
    // The place may have been given to another key since it was found. This hash must never get the other
    // key's grant.
    return sameHash(known.hash, hash) ? known.grant : undefined
  }

  usedAtMs(hash: Uint8Array): number | undefined {
    const place = findPlace(this.#block, hash)
    if (place === undefined) return undefined
    const usedMs = lastUseMs(this.#block, startOf(this.#block, place))
    return (this.peek(hash) && usedMs) || undefined
  }

  #read(place: number): Known {
    const { version, hash, facts, terms } = readEntry(this.#block, startOf(this.#block, place))
    const known = { version, hash, grant: { ...facts, ...terms, place } }
    this.#known.set(place, known)
    return known
  }
}
