import type { Clock } from '../../core/ports.ts'

/** The machine's clocks. `monotonicNs` is the same clock in every thread of the process. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicNs: () => process.hrtime.bigint(),
}
