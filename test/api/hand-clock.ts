/** A clock that stands still until a test moves it. */
import type { Clock } from '../../src/core/ports.ts'

/** A clock that stands still until a test moves it. */
export interface HandClock extends Clock {
  pass(ms: number): void
}

/** Returns a clock that starts at `startMs`. */
export function handClock(startMs = Date.UTC(2026, 0, 1)): HandClock {
  let ms = 0
  return {
    nowMs: () => startMs + ms,
    monotonicNs: () => BigInt(Math.round(ms * 1e6)) + 1_000_000_000n,
    pass(by) {
      ms += by
    },
  }
}
