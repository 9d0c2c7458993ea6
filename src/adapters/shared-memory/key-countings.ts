/** How keys are counted, read from their meters in the shared block. */
import { TENTHS } from '../../core/access/limits.ts'
import type { KeyCounting, KeyCountings, KeyGrant } from '../../core/access/request-ports.ts'
import { type Meter, NO_METER, readMeter, rootOfMeter } from './meters.ts'
import type { SharedBlock } from './shared-block.ts'

/** Implements {@link KeyCountings} over the shared block. */
export class SharedKeyCountings implements KeyCountings {
  readonly #block: SharedBlock

  constructor(block: SharedBlock) {
    this.#block = block
  }

  countingOf({ slot }: KeyGrant): KeyCounting {
    const own = readMeter(this.#block, slot)
    const burst = readMeter(this.#block, slot + 1)
    return {
      root: rootOfMeter(this.#block, slot),
      limits: {
        default: limitOf(own),
        burst: limitOf(burst),
        countsForAccount: own.parent !== NO_METER,
      },
    }
  }
}

function limitOf({ quotaTenths, windowUs }: Meter) {
  return { quota: quotaTenths / TENTHS, windowMs: windowUs / 1000 }
}
