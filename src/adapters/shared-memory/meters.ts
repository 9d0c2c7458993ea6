/**
 * Meters in the shared block: how much was counted against one limit. A key has two consecutive meters,
 * `default` and `burst`; its slot is the number of the first. The parent of the first is the meter of the
 * account, or -1. It also has the id of the key that began the count, so that a server for several nodes
 * counts under the same name.
 */
import type { Limit } from '../../core/access/key.ts'
import { TENTHS } from '../../core/access/limits.ts'
import type { KeyId } from '../../core/identity/ids.ts'
import { KEY_ID_BYTES_MAX } from './key-table.ts'
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

/** Offset of the id of the key that began the count, after its length (i32). */
const ROOT_LENGTH = 24
const ROOT = 32

/**
 * Initializes a meter and empties it. Call it only while no thread uses the meter. `root` is the key that
 * began the count; the meters of bursts and accounts have none.
 */
export function writeMeter(
  block: SharedBlock,
  number: number,
  limit: Limit,
  parent: number,
  root?: KeyId,
): void {
  const start = block.regions.meters + number * METER_BYTES
  block.int32[start / 4] = 0
  block.int32[start / 4 + 1] = parent
  block.float64[start / 8 + 1] = limit.quota * TENTHS
  block.float64[start / 8 + 2] = limit.windowMs * 1000
  const ringAt = (start + METER_HEADER_BYTES) / 8
  block.float64.fill(0, ringAt, ringAt + RING_CELLS)
  const { written } = new TextEncoder().encodeInto(root ?? '', rootBytes(block, start))
  block.int32[(start + ROOT_LENGTH) / 4] = written
}

/** Returns the key that began the count of a meter: the first one of a chain of rotated keys. */
export function rootOfMeter(block: SharedBlock, number: number): KeyId {
  const start = block.regions.meters + number * METER_BYTES
  const length = block.int32[(start + ROOT_LENGTH) / 4]!
  // A copy, because shared memory cannot be decoded.
  return new TextDecoder().decode(rootBytes(block, start).slice(0, length)) as KeyId
}

function rootBytes(block: SharedBlock, start: number): Uint8Array {
  return block.bytes.subarray(start + ROOT, start + ROOT + KEY_ID_BYTES_MAX)
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
