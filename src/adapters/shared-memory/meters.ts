/**
 * Meters in the shared block: how much was counted against one limit. A key has two consecutive meters,
 * `default` and `burst`; its slot is the number of the first. The parent of the first is the meter of the
 * account, or -1.
 */
import type { Limit } from '../../core/access/key.ts'
import { TENTHS } from '../../core/access/limits.ts'
import { HEADER, METER_BYTES, METER_HEADER_BYTES, type SharedBlock } from './shared-block.ts'
import { RING_CELLS } from './window-ring.ts'

/** The number that stands for no meter. */
export const NO_METER = -1

/** One meter as a thread reads it. Quota and window never change while a meter is in use. */
export interface Meter {
  /** Index of the lock word among the block's 32-bit numbers. */
  readonly lockAt: number
  readonly parent: number
  readonly quotaTenths: number
  readonly windowUs: number
  /** Index of the ring among the block's 64-bit numbers. */
  readonly ringAt: number
}

/** Reads the meter with this number. */
export function readMeter(block: SharedBlock, number: number): Meter {
  const start = block.regions.meters + number * METER_BYTES
  return {
    lockAt: start / 4,
    parent: block.int32[start / 4 + 1]!,
    quotaTenths: block.float64[start / 8 + 1]!,
    windowUs: block.float64[start / 8 + 2]!,
    ringAt: (start + METER_HEADER_BYTES) / 8,
  }
}

/** Initializes a meter and empties it. Call it only while no thread uses the meter. */
export function writeMeter(block: SharedBlock, number: number, limit: Limit, parent: number): void {
  const start = block.regions.meters + number * METER_BYTES
  block.int32[start / 4] = 0
  block.int32[start / 4 + 1] = parent
  block.float64[start / 8 + 1] = limit.quota * TENTHS
  block.float64[start / 8 + 2] = limit.windowMs * 1000
  const ringAt = (start + METER_HEADER_BYTES) / 8
  block.float64.fill(0, ringAt, ringAt + RING_CELLS)
}

/**
 * Assigns the next `count` unused meters and returns the number of the first, or `NO_METER` if there are not
 * enough. Only the supervisor calls it.
 */
export function freshMeters(block: SharedBlock, count: number): number {
  const first = block.int32[HEADER.metersUsed]!
  if (first + count > block.meters) return NO_METER
  block.int32[HEADER.metersUsed] = first + count
  return first
}
