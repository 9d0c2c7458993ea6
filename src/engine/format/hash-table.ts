/** Hash tables in two flat arrays: the ids of one bucket are contiguous, and no pointers are stored. */

/**
 * `entries[starts[b] … starts[b + 1])` are the entries of bucket b, ascending by id. The number of buckets is
 * a power of two.
 */
export interface HashTable {
  readonly starts: Uint32Array
  readonly entries: Uint32Array
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo). */
export const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193

/** Adds bytes to a hash; the first call starts from `HASH_START`. */
export function hashBytes(hash: number, bytes: Uint8Array, from: number, to: number): number {
  let mixed = hash
  for (let i = from; i < to; i++) mixed = Math.imul(mixed ^ (bytes[i] as number), HASH_PRIME)
  return mixed >>> 0
}

/** Returns the bucket of a hash. The high bits are folded onto the low bits, which select the bucket. */
export function bucketOf(hash: number, buckets: number): number {
  return (hash ^ (hash >>> 15)) & (buckets - 1)
}

/**
 * Builds a hash table of the ids 0 … count - 1 by counting sort; `load` is the mean number of ids per bucket.
 */
export function buildHashTable(count: number, load: number, hashOf: (id: number) => number): HashTable {
  return buildTable(count, load, hashOf, -1)
}

/**
 * Builds a hash table whose entries hold the highest bits of the hash in the bits that ids leave free. Ids
 * that only share the bucket are rejected by this tag, without a look at what they stand for. Read entries
 * with `taggedId`.
 */
export function buildTaggedTable(count: number, load: number, hashOf: (id: number) => number): HashTable {
  return buildTable(count, load, hashOf, idMask(count))
}

/** Returns a mask over the bits that an id below `count` can have. */
export function idMask(count: number): number {
  return count < 2 ? 0 : -1 >>> Math.clz32(count - 1)
}

/** Returns the id of an entry if its tag matches the hash, else -1. `mask`: the table's `idMask`. */
export function taggedId(entry: number, hash: number, mask: number): number {
  return ((entry ^ hash) & ~mask) === 0 ? (entry & mask) >>> 0 : -1
}

function buildTable(count: number, load: number, hashOf: (id: number) => number, mask: number): HashTable {
  const buckets = 2 ** Math.ceil(Math.log2(Math.max(2, count / load)))
  const hashes = new Uint32Array(count)
  const starts = new Uint32Array(buckets + 1)
  for (let id = 0; id < count; id++) {
    const hash = hashOf(id)
    const bucket = bucketOf(hash, buckets)
    hashes[id] = hash
    starts[bucket + 1] = (starts[bucket + 1] as number) + 1
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number)
  }
  const next = starts.slice(0, -1)
  const entries = new Uint32Array(count)
  for (let id = 0; id < count; id++) {
    const hash = hashes[id] as number
    const bucket = bucketOf(hash, buckets)
    const position = next[bucket] as number
    entries[position] = (hash & ~mask) | id
    next[bucket] = position + 1
  }
  return { starts, entries }
}
