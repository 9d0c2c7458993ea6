/** The table by which a whole name is looked up: documents by the hash of all their letters. */

import { HASH_START, hashBytes, taggedTable } from '../format/hash-table.ts'
import type { Blocks } from '../format/layout.ts'

/** To look at a name costs more than a bucket, but names are asked for once a search. */
const NAMES_A_BUCKET = 4

type Named = Pick<Blocks, 'forward' | 'forwardStarts' | 'wordBytes' | 'wordStarts'>

export function sameNameBlocks(named: Named): Pick<Blocks, 'sameStarts' | 'sameDocuments'> {
  const documents = named.forwardStarts.length - 1
  const { starts, things } = taggedTable(documents, NAMES_A_BUCKET, (document) =>
    hashOfDocument(named, document),
  )
  return { sameStarts: starts, sameDocuments: things }
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
