/** Looking things up by a hash: things of one bucket lie side by side, no pointers. */

/** `things[starts[b] … starts[b + 1])` are the things of bucket b, ascending; the number of buckets is a power of two. */
export interface HashTable {
  readonly starts: Uint32Array
  readonly entries: Uint32Array
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo). */
export const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193

/** Takes more bytes into a hash; start with `HASH_START`. */
export function hashBytes(hash: number, bytes: Uint8Array, from: number, to: number): number {
  let mixed = hash
  for (let i = from; i < to; i++) mixed = Math.imul(mixed ^ (bytes[i] as number), HASH_PRIME)
  return mixed >>> 0
}

/** The bucket of a hash; high bits are folded onto the low ones that are kept. */
export function bucketOf(hash: number, buckets: number): number {
  return (hash ^ (hash >>> 15)) & (buckets - 1)
}

/** Counting sort of the things 0 … count - 1 by the bucket of their hash; up to `load` things a bucket, on average. */
export function buildHashTable(count: number, load: number, hashOf: (id: number) => number): HashTable {
  return buildTable(count, load, hashOf, -1)
}

/**
 * The same, but with the highest bits of the hash in the bits that the numbers of the things leave free: a thing that
 * only shares the bucket is hardly ever looked at. Read its entries with `taggedThing`.
 */
export function buildTaggedTable(count: number, load: number, hashOf: (id: number) => number): HashTable {
  return buildTable(count, load, hashOf, idMask(count))
}

/** Ones where a number below `count` may have bits. */
export function idMask(count: number): number {
  return count < 2 ? 0 : -1 >>> Math.clz32(count - 1)
}

/** The thing of an entry, out of `thingBits` of all, when its hash may be this one; else -1. */
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
    const place = next[bucket] as number
    entries[place] = (hash & ~mask) | id
    next[bucket] = place + 1
  }
  return { starts, entries }
}
