/** The keys in the shared block, as the request path reads them. One object per thread. */
import type { KeyGrant, KeyRing } from '../../core/access/gate.ts'
import type { Clock, Needs } from '../../core/ports.ts'
import { type KeyFacts, noteUse, probe, readEnd, readFacts } from './key-table.ts'
import type { SharedBlock } from './shared-block.ts'

/** @see KeyRing. Finding a key that has not ended notes its use. */
export class SharedKeyRing implements KeyRing {
  readonly #block: SharedBlock
  readonly #clock: Clock
  /** Facts by place, so that a key's texts are decoded once per thread. Bounded by the table. */
  readonly #facts = new Map<number, KeyFacts>()

  constructor(block: SharedBlock, { clock }: Needs<'clock'>) {
    this.#block = block
    this.#clock = clock
  }

  find(hash: Uint8Array): KeyGrant | undefined {
    const { start, found } = probe(this.#block, hash)
    if (!found) return undefined
    const facts = this.#facts.get(start) ?? this.#read(start)
    const endsAtMs = readEnd(this.#block, start)
    const nowMs = this.#clock.nowMs()
    if (endsAtMs === undefined || nowMs < endsAtMs) noteUse(this.#block, start, nowMs)
    return { id: facts.id, account: facts.account, scopes: facts.scopes, endsAtMs, slot: facts.slot }
  }

  #read(start: number): KeyFacts {
    const facts = readFacts(this.#block, start)
    this.#facts.set(start, facts)
    return facts
  }
}
