/** The hash table of exact names: documents by the hash of all their letters. */

import { buildTaggedTable, HASH_START, hashBytes } from '../format/hash-table.ts'
import type { Sections } from '../format/layout.ts'

/** Comparing a name costs more than reading a bucket, but exact names are looked up only once per search. */
const NAMES_PER_BUCKET = 4

type Named = Pick<Sections, 'forward' | 'forwardStarts' | 'wordBytes' | 'wordStarts'>

/** Writes the hash table of exact names. */
export function writeExactNames(named: Named): Pick<Sections, 'exactNameStarts' | 'exactNameDocuments'> {
  const documents = named.forwardStarts.length - 1
  const { starts, entries } = buildTaggedTable(documents, NAMES_PER_BUCKET, (document) =>
    hashOfDocument(named, document),
  )
  return { exactNameStarts: starts, exactNameDocuments: entries }
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
