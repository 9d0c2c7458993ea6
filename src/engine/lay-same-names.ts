/** The table by which a whole name is looked up: documents by the hash of all their letters. */

import type { Blocks } from './blocks.ts'
import { bucketOf, HASH_START, hashBytes } from './blocks.ts'

/** Documents a bucket should hold. */
const BUCKET_LOAD = 4

type Named = Pick<Blocks, 'forward' | 'forwardStarts' | 'wordBytes' | 'wordStarts'>

/** Counting sort by bucket; inside a bucket the documents stay in order of rank. */
export function sameNameBlocks(named: Named): Pick<Blocks, 'sameStarts' | 'sameDocuments'> {
  const documents = named.forwardStarts.length - 1
  const buckets = 2 ** Math.ceil(Math.log2(Math.max(2, documents / BUCKET_LOAD)))
  const ofDocument = new Uint32Array(documents)
  const sameStarts = new Uint32Array(buckets + 1)
  for (let document = 0; document < documents; document++) {
    const bucket = bucketOf(hashOfDocument(named, document), buckets)
    ofDocument[document] = bucket
    sameStarts[bucket + 1] = (sameStarts[bucket + 1] as number) + 1
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    sameStarts[bucket + 1] = (sameStarts[bucket + 1] as number) + (sameStarts[bucket] as number)
  }
  const next = sameStarts.slice(0, -1)
  const sameDocuments = new Uint32Array(documents)
  for (let document = 0; document < documents; document++) {
    const bucket = ofDocument[document] as number
    const place = next[bucket] as number
    sameDocuments[place] = document
    next[bucket] = place + 1
  }
  return { sameStarts, sameDocuments }
}

function hashOfDocument({ forward, forwardStarts, wordBytes, wordStarts }: Named, document: number): number {
  let hash = HASH_START
  const end = forwardStarts[document + 1] as number
  for (let i = forwardStarts[document] as number; i < end; i++) {
    const word = (forward[i] as number) >>> 1
    hash = hashBytes(hash, wordBytes, wordStarts[word] as number, wordStarts[word + 1] as number)
  }
  return hash
}
