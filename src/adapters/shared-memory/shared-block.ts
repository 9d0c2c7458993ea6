/**
 * The one block of memory that all threads of the server share: the keys and what was counted on each, failed
 * authentications and searches of visitors by address, the usage of keys, and the counts of responses. It
 * holds everything that a request needs before its body is read, so admission reads no database. Each
 * region's cells are defined in a file of their own; this file defines where the regions are. Untouched pages
 * take no memory.
 */
import { LATENCY_BUCKETS } from '../../core/usage/latency-buckets.ts'
import { ROUTES_MAX, STATUS_CLASSES } from '../../core/usage/traffic.ts'
import { RING_CELLS } from './window-ring.ts'

const MAGIC = 0x66697231
/**
 * Version of the layout, raised with every change of it. A thread of another version must not read the block.
 */
const BLOCK_VERSION = 6

/** The header: indexes of 32-bit numbers at the start of the block. */
export const HEADER = {
  magic: 0,
  version: 1,
  keyPlaces: 2,
  meters: 3,
  addressSets: 4,
  keysUsed: 5,
  metersUsed: 6,
  /** Random seed, so that clients cannot aim at one set of addresses. */
  addressSeed: 7,
  /** Which of the two tables of the key index is searched; see `key-index.ts`. */
  keyIndex: 8,
  /** When the lease of this node ends; see `lease.ts`. */
  leaseEnd: 9,
  /** Number of nodes that share the limits; 0 = this server is alone. */
  nodes: 10,
  /** When the server for limits was lost, and when the log last said so; see `core/outage-log.ts`. */
  limitServerLostAt: 11,
  limitServerLoggedAt: 12,
} as const
const HEADER_BYTES = 64

/**
 * Number of tables of the key index, and cells of each table per key. At least half of the cells are empty
 * after a table is filled, so that lookups stay short.
 */
const KEY_INDEXES = 2
const CELLS_A_PLACE = 2

/** Size of a key's entry; see `key-table.ts`. */
export const KEY_ENTRY_BYTES = 384

/**
 * Size of a meter before its ring: lock (i32), parent (i32), quota in tenths (f64), window in µs (f64), then
 * the id of the key that began the count; see `meters.ts`.
 */
export const METER_HEADER_BYTES = 64
/** Size of a meter with its ring. */
export const METER_BYTES = METER_HEADER_BYTES + RING_CELLS * 8

/** Addresses in a set; a new address replaces the one that was counted longest ago. */
export const ADDRESS_WAYS = 8
/** Size of an address: its 64-bit hash, then its ring. */
export const ADDRESS_BYTES = 8 + RING_CELLS * 8
/** Size of a set of addresses: lock and padding, then its ways. */
export const ADDRESS_SET_BYTES = 8 + ADDRESS_WAYS * ADDRESS_BYTES

/** Size of the usage of one key since it was last collected; see `usage.ts`. */
export const USAGE_BYTES = 128

/** Number of rows of traffic counts: one for each number that an HTTP thread can have. */
export const TRAFFIC_ROWS = 72
/**
 * Size of a row: four counts, two histograms with their sums, the responses of each route and of unknown
 * paths (all f64); see `traffic.ts`.
 */
export const TRAFFIC_BYTES = 8 * (4 + 2 * (LATENCY_BUCKETS + 1) + (ROUTES_MAX + 1) * STATUS_CLASSES.length)

/**
 * Size of a row of what a thread noted about the server for limits: its state, the fall-backs, a histogram
 * with its sum (all f64); see `limit-traffic.ts`. There are as many rows as of traffic counts.
 */
export const LIMIT_TRAFFIC_BYTES = 8 * (2 + LATENCY_BUCKETS + 1)

/** The capacity of the block. */
interface BlockSize {
  /** Keys known at once; beyond that, places of ended keys are reused. */
  readonly keysMax: number
  /** Meters of keys in use and of accounts, together. */
  readonly metersMax: number
  /** Addresses with failures that are remembered, and as many visitors. */
  readonly addressesMax: number
}

/** Start of each region, in bytes. */
interface Regions {
  readonly keyIndex: number
  readonly keys: number
  readonly meters: number
  readonly addresses: number
  readonly visitors: number
  readonly usage: number
  readonly traffic: number
  readonly limitTraffic: number
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
  const limitTraffic = traffic + TRAFFIC_ROWS * TRAFFIC_BYTES
  const bytes = limitTraffic + TRAFFIC_ROWS * LIMIT_TRAFFIC_BYTES
  return { keyIndex, keys, meters: meterStart, addresses, visitors, usage, traffic, limitTraffic, bytes }
}

/** The block as one thread sees it: several views of the same bytes, and the regions. */
export interface SharedBlock {
  readonly buffer: SharedArrayBuffer
  readonly bytes: Uint8Array
  readonly int32: Int32Array
  readonly int64: BigInt64Array
  readonly float64: Float64Array
  readonly regions: Regions
  readonly keyPlaces: number
  /** Cells of each of the two tables of the key index, a power of two. */
  readonly keyCells: number
  readonly meters: number
  readonly addressSets: number
}

/** Creates an empty block. `seed` is any random 32-bit number. */
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
 * Views a block that another thread created.
 *
 * @throws {Error} if the buffer is not a block of this version: a bug, since all threads of a process run one
 * version.
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
