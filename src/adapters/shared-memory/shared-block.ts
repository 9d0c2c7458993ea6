/**
 * The one block of memory that all threads of the server share: which keys there are, how much was counted
 * on each, failed authentications and visits by address, what keys were used for, what was answered. Everything a request needs before its
 * body is read stands here, so the gate touches no database. Each region has its own file that knows its cells;
 * this file says where the regions are. Pages that nobody touched take no memory.
 */
import { LATENCY_BUCKETS } from '../../core/usage/latency-buckets.ts'
import { ROUTES_MAX, STATUS_CLASSES } from '../../core/usage/traffic.ts'
import { RING_CELLS } from './window-ring.ts'

const MAGIC = 0x66697231
/** Raised with every change of the layout; a thread of another version must not read the block. */
const BLOCK_VERSION = 4

/** Header: 32-bit numbers at the start of the block. */
export const HEADER = {
  magic: 0,
  version: 1,
  keyPlaces: 2,
  meters: 3,
  addressSets: 4,
  keysUsed: 5,
  metersUsed: 6,
  /** Random, so that nobody outside can aim at one set of addresses. */
  addressSeed: 7,
  /** Which of the two tables of places is searched; see `key-index.ts`. */
  keyIndex: 8,
} as const
const HEADER_BYTES = 64

/** Tables of places, and cells of each for one place: half of them at least are empty when it was filled, so that looking up stays short. */
const KEY_INDEXES = 2
const CELLS_A_PLACE = 2

/** A key's entry; see `key-table.ts`. */
export const KEY_ENTRY_BYTES = 384

/** A meter: lock (i32), parent (i32), quota in tenths (f64), window in µs (f64), then the ring. */
export const METER_HEADER_BYTES = 24
export const METER_BYTES = METER_HEADER_BYTES + RING_CELLS * 8

/** Addresses that compete for the same place; the one that failed longest ago makes room. */
export const ADDRESS_WAYS = 8
/** An address: its 64-bit hash, then the ring. A set: lock and padding, then its ways. */
export const ADDRESS_BYTES = 8 + RING_CELLS * 8
export const ADDRESS_SET_BYTES = 8 + ADDRESS_WAYS * ADDRESS_BYTES

/** What one key was used for since it was last collected; see `shared-usage.ts`. */
export const USAGE_BYTES = 128

/** Threads that count: one row for each number that an HTTP thread can have. */
export const TRAFFIC_ROWS = 72
/** A row: four counts, two histograms with their sums, the answers of each route and of stray paths (all f64); see `shared-traffic.ts`. */
export const TRAFFIC_BYTES = 8 * (4 + 2 * (LATENCY_BUCKETS + 1) + (ROUTES_MAX + 1) * STATUS_CLASSES.length)

/** How much the block can hold. */
interface BlockSize {
  /** Keys known at once; when there are more, places of those that ended are given to others. */
  readonly keysMax: number
  /** Keys that can be used at once and accounts, together. */
  readonly metersMax: number
  /** Addresses with failures that are remembered, and as many visitors. */
  readonly addressesMax: number
}

/** Where each region starts, in bytes. */
interface Regions {
  readonly keyIndex: number
  readonly keys: number
  readonly meters: number
  readonly addresses: number
  readonly visitors: number
  readonly usage: number
  readonly traffic: number
  readonly bytes: number
}

function regionsOf(keyPlaces: number, meters: number, addressSets: number): Regions {
  const keyIndex = HEADER_BYTES
  const keys = keyIndex + KEY_INDEXES * keyCellsFor(keyPlaces) * 4
  const meterStart = keys + keyPlaces * KEY_ENTRY_BYTES
  const addresses = meterStart + meters * METER_BYTES
  const visitors = addresses + addressSets * ADDRESS_SET_BYTES
  const usage = visitors + addressSets * ADDRESS_SET_BYTES
  const traffic = usage + keyPlaces * USAGE_BYTES
  const bytes = traffic + TRAFFIC_ROWS * TRAFFIC_BYTES
  return { keyIndex, keys, meters: meterStart, addresses, visitors, usage, traffic, bytes }
}

/** The block as one thread sees it: the same bytes in several views, and where the regions are. */
export interface SharedBlock {
  readonly buffer: SharedArrayBuffer
  readonly bytes: Uint8Array
  readonly int32: Int32Array
  readonly int64: BigInt64Array
  readonly float64: Float64Array
  readonly regions: Regions
  readonly keyPlaces: number
  /** Of each of the two tables of places, a power of two. */
  readonly keyCells: number
  readonly meters: number
  readonly addressSets: number
}

/** A new, empty block. `seed` is any random 32-bit number. */
export function createSharedBlock(size: BlockSize, seed: number): SharedBlock {
  const addressSets = powerOfTwo(Math.ceil(size.addressesMax / ADDRESS_WAYS))
  const regions = regionsOf(size.keysMax, size.metersMax, addressSets)
  const buffer = new SharedArrayBuffer(regions.bytes)
  const header = new Int32Array(buffer)
  header[HEADER.version] = BLOCK_VERSION
  header[HEADER.keyPlaces] = size.keysMax
  header[HEADER.meters] = size.metersMax
  header[HEADER.addressSets] = addressSets
  header[HEADER.addressSeed] = seed
  header[HEADER.magic] = MAGIC
  return viewSharedBlock(buffer)
}

/**
 * The block that another thread made.
 *
 * @throws Error when the buffer is no block of this version: a bug, threads of one process run one version.
 */
export function viewSharedBlock(buffer: SharedArrayBuffer): SharedBlock {
  const int32 = new Int32Array(buffer)
  if (int32[HEADER.magic] !== MAGIC || int32[HEADER.version] !== BLOCK_VERSION) {
    throw new Error('not a shared block of this version')
  }
  const keyPlaces = int32[HEADER.keyPlaces]!
  const meters = int32[HEADER.meters]!
  const addressSets = int32[HEADER.addressSets]!
  return {
    buffer,
    bytes: new Uint8Array(buffer),
    int32,
    int64: new BigInt64Array(buffer),
    float64: new Float64Array(buffer),
    regions: regionsOf(keyPlaces, meters, addressSets),
    keyPlaces,
    keyCells: keyCellsFor(keyPlaces),
    meters,
    addressSets,
  }
}

function keyCellsFor(keyPlaces: number): number {
  return powerOfTwo(keyPlaces * CELLS_A_PLACE)
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, atLeast)))
}
