/** The budget of failed authentications by client address, in the shared block. One object per thread. */

import { clientOf } from '../../core/access/client-address.ts'
import type { AddressBudget } from '../../core/access/request-ports.ts'
import type { Needs } from '../../core/ports.ts'
import { AddressMeters } from './address-meters.ts'
import type { SharedBlock } from './shared-block.ts'
import { countInWindow, freeInUs, usedInWindow } from './window-ring.ts'

const WINDOW_US = 60_000_000

/** Allows each address `failuresPerMinute` failures in any minute; 0 turns the limit off. */
export class SharedAddressBudget implements AddressBudget {
  readonly #meters: AddressMeters
  readonly #failuresPerMinute: number

  constructor(block: SharedBlock, thread: number, failuresPerMinute: number, { clock }: Needs<'clock'>) {
    this.#meters = new AddressMeters(block, 'addresses', thread, clock)
    this.#failuresPerMinute = failuresPerMinute
  }

  waitMs(address: string): number {
    if (this.#failuresPerMinute === 0) return 0
    return this.#meters.open(clientOf(address), ({ cells, at, nowUs }) => {
      if (at === undefined) return 0
      const over = usedInWindow(cells, at, WINDOW_US, nowUs) + 1 - this.#failuresPerMinute
      return Math.ceil(freeInUs(cells, at, WINDOW_US, nowUs, over) / 1000)
    })
  }

  count(address: string): void {
    if (this.#failuresPerMinute === 0) return
    this.#meters.open(clientOf(address), (ring) =>
      countInWindow(ring.cells, ring.enter(), WINDOW_US, ring.nowUs, 1),
    )
  }
}
