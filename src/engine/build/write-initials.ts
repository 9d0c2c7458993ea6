/** The hash table of initials: names by their initials. */
import { INITIALS_MAX, INITIALS_MIN } from '../../names/likeness/name-query.ts'
import { buildHashTable, HASH_START, hashBytes } from '../format/hash-table.ts'
import type { Sections } from '../format/layout.ts'

const NAMES_PER_BUCKET = 4

type Named = Pick<Sections, 'forward' | 'forwardStarts' | 'wordBytes' | 'wordStarts'>

/** Writes the documents whose number of words allows initials, by the hash of their initials. */
export function writeInitials(named: Named): Pick<Sections, 'initialsStarts' | 'initialsDocuments'> {
  const { forwardStarts } = named
  const eligible = new Uint32Array(forwardStarts.length - 1)
  let count = 0
  for (let document = 0; document < eligible.length; document++) {
    const words = (forwardStarts[document + 1] as number) - (forwardStarts[document] as number)
    if (words >= INITIALS_MIN && words <= INITIALS_MAX) eligible[count++] = document
  }
  const { starts, entries } = buildHashTable(count, NAMES_PER_BUCKET, (i) =>
    hashOfInitials(named, eligible[i] as number),
  )
  for (let i = 0; i < entries.length; i++) entries[i] = eligible[entries[i] as number] as number
  return { initialsStarts: starts, initialsDocuments: entries }
}

function hashOfInitials({ forward, forwardStarts, wordBytes, wordStarts }: Named, document: number): number {
  let hash = HASH_START
  const end = forwardStarts[document + 1] as number
  for (let i = forwardStarts[document] as number; i < end; i++) {
    const start = wordStarts[(forward[i] as number) >>> 1] as number
    hash = hashBytes(hash, wordBytes, start, start + letterBytes(wordBytes[start] as number))
  }
  return hash
}

/** Returns the number of UTF-8 bytes of the letter with this first byte. */
function letterBytes(first: number): number {
  if (first < 0x80) return 1
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}
