/** The budget of visitors who use the dashboard's search, in the shared block. One object per thread. */
import type { VisitorAnswer, VisitorBudget } from '../../core/access/request-ports.ts'
import type { VisitorLimit } from '../../core/access/visitor-limit.ts'
import type { Needs } from '../../core/ports.ts'
import { AddressMeters, type OpenRing } from './address-meters.ts'
import type { SharedBlock } from './shared-block.ts'
import { countInWindow, freeInUs, takeBackInWindow, usedInWindow } from './window-ring.ts'

const WINDOW_US = 60_000_000

/** Implements {@link VisitorBudget} over the shared block. */
export class SharedVisitorBudget implements VisitorBudget {
  readonly #meters: AddressMeters

  /** `thread` is the thread's number, from 1. */
  constructor(block: SharedBlock, thread: number, { clock }: Needs<'clock'>) {
    this.#meters = new AddressMeters(block, 'visitors', thread, clock)
  }

  take({ client, quotaTenths }: VisitorLimit, costTenths: number): VisitorAnswer {
    return this.#meters.open(client, (ring) => count(ring, quotaTenths, Math.min(costTenths, quotaTenths)))
  }

  takeMore(
    { client, quotaTenths }: VisitorLimit,
    costTenths: number,
    tookTenths: number,
    countedAt: number,
  ): VisitorAnswer {
    return this.#meters.open(client, (ring) => {
      const whole = Math.min(costTenths + tookTenths, quotaTenths)
      const at = ring.enter()
      takeBackInWindow(ring.cells, at, WINDOW_US, countedAt, tookTenths)
      return count({ ...ring, at }, quotaTenths, whole)
    })
  }

  refund({ client, quotaTenths }: VisitorLimit, tookTenths: number, countedAt: number): void {
    // A cost above the whole quota was counted as the quota.
    const counted = Math.min(tookTenths, quotaTenths)
    this.#meters.open(client, ({ cells, enter }) => {
      takeBackInWindow(cells, enter(), WINDOW_US, countedAt, counted)
    })
  }
}

function count(ring: OpenRing, quotaTenths: number, costTenths: number): VisitorAnswer {
  const { cells, nowUs } = ring
  const at = ring.at ?? ring.enter()
  const over = usedInWindow(cells, at, WINDOW_US, nowUs) + costTenths - quotaTenths
  if (over > 0) {
    const retryInMs = Math.ceil(freeInUs(cells, at, WINDOW_US, nowUs, over) / 1000)
    return { accepted: false, retryInMs, countedAt: nowUs }
  }
  countInWindow(cells, at, WINDOW_US, nowUs, costTenths)
  return { accepted: true, retryInMs: 0, countedAt: nowUs }
}
