/** The keys in the shared block, as the request path reads them. One object per thread. */
import type { KeyGrant, KeyRing } from '../../core/access/gate.ts'
import type { Clock, Needs } from '../../core/ports.ts'
import { lastUseMs, noteUse, placeOf, probe, readFacts } from './key-table.ts'
import { readTerms, termsVersion } from './key-terms-cells.ts'
import type { SharedBlock } from './shared-block.ts'

/** An entry as this thread has read it. */
interface Known {
  /** Of the terms. */
  readonly version: number
  readonly grant: KeyGrant
}

/** @see KeyRing. Finding a key that has not ended notes its use. */
export class SharedKeyRing implements KeyRing {
  readonly #block: SharedBlock
  readonly #clock: Clock
  /** By place, so that a key's texts and networks are decoded once per thread and version. Bounded by the table. */
  readonly #known = new Map<number, Known>()

  constructor(block: SharedBlock, { clock }: Needs<'clock'>) {
    this.#block = block
    this.#clock = clock
  }

  find(hash: Uint8Array): KeyGrant | undefined {
    const { start, found } = probe(this.#block, hash)
    if (!found) return undefined
    const grant = this.#grantAt(start)
    const nowMs = this.#clock.nowMs()
    if (grant.endsAtMs === undefined || nowMs < grant.endsAtMs) noteUse(this.#block, start, nowMs)
    return grant
  }

  look(hash: Uint8Array): KeyGrant | undefined {
    const { start, found } = probe(this.#block, hash)
    return found ? this.#grantAt(start) : undefined
  }

  #grantAt(start: number): KeyGrant {
    const known = this.#known.get(start)
    const isFresh = known !== undefined && known.version === termsVersion(this.#block, start)
    return isFresh ? known.grant : this.#read(start)
  }

  usedAtMs(hash: Uint8Array): number | undefined {
    const { start, found } = probe(this.#block, hash)
    return (found && lastUseMs(this.#block, start)) || undefined
  }

  #read(start: number): KeyGrant {
    const { version, ...terms } = readTerms(this.#block, start)
    const grant = { ...readFacts(this.#block, start), ...terms, place: placeOf(this.#block, start) }
    this.#known.set(start, { version, grant })
    return grant
  }
}
