/** Tables for what people write short or beside a name: names by their initials, companies by their seat. */
import { INITIALS_MAX, INITIALS_MIN } from '../names/name-likeness.ts'
import type { Blocks } from './blocks.ts'
import { bucketTable, HASH_START, hashBytes } from './bucket-table.ts'

const NAMES_A_BUCKET = 4

type Named = Pick<Blocks, 'forward' | 'forwardStarts' | 'wordBytes' | 'wordStarts'>

/** Documents of so many words that initials can stand for them, by the hash of their initials. */
export function initialsBlocks(named: Named): Pick<Blocks, 'initialStarts' | 'initialDocuments'> {
  const { forwardStarts } = named
  const short = new Uint32Array(forwardStarts.length - 1)
  let count = 0
  for (let document = 0; document < short.length; document++) {
    const words = (forwardStarts[document + 1] as number) - (forwardStarts[document] as number)
    if (words >= INITIALS_MIN && words <= INITIALS_MAX) short[count++] = document
  }
  const { starts, things } = bucketTable(count, NAMES_A_BUCKET, (i) =>
    hashOfInitials(named, short[i] as number),
  )
  for (let i = 0; i < things.length; i++) things[i] = short[things[i] as number] as number
  return { initialStarts: starts, initialDocuments: things }
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

/** UTF-8: bytes of the letter that begins with this one. */
function letterBytes(first: number): number {
  if (first < 0x80) return 1
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/** Companies by the number of their seat, ascending in each: a counting sort. */
export function seatBlocks(
  seats: Uint32Array,
  seatCount: number,
): Pick<Blocks, 'seatCompanyStarts' | 'seatCompanies'> {
  const starts = new Uint32Array(seatCount + 1)
  for (const seat of seats) starts[seat + 1] = (starts[seat + 1] as number) + 1
  for (let seat = 0; seat < seatCount; seat++)
    starts[seat + 1] = (starts[seat + 1] as number) + (starts[seat] as number)
  const next = starts.slice(0, -1)
  const companies = new Uint32Array(seats.length)
  for (let company = 0; company < seats.length; company++) {
    const seat = seats[company] as number
    const place = next[seat] as number
    companies[place] = company
    next[seat] = place + 1
  }
  return { seatCompanyStarts: starts, seatCompanies: companies }
}
