/** Writes the sections by which seats are found: by each of their words, and by their whole text. */
import { wordsOfSeat } from '../../names/reading/seat-words.ts'
import { foldWhole } from '../../names/text/fold.ts'
import { buildTaggedTable, HASH_START, hashBytes } from '../format/hash-table.ts'
import { readSeats } from '../format/index-reader.ts'
import type { Sections } from '../format/layout.ts'
import { utf8Of } from '../format/utf8.ts'
import { GrowingArray, GrowingTexts } from './growing-array.ts'
import { termHashTable } from './write-terms.ts'

/** The sections by which seats are found. */
export type SeatWordSections = Pick<
  Sections,
  | 'seatWordBytes'
  | 'seatWordStarts'
  | 'seatWordBucketStarts'
  | 'seatWordBuckets'
  | 'seatWordPostingStarts'
  | 'seatWordPostings'
  | 'seatBucketStarts'
  | 'seatBuckets'
>

const SEATS_PER_BUCKET = 1

/** Writes them for the seats in the order of their numbers. */
export function writeSeatWords(seats: Pick<Sections, 'seatBytes' | 'seatStarts'>): SeatWordSections {
  const texts = readSeats(seats)
  const words = new GrowingTexts()
  const postings = new GrowingArray(Uint32Array)
  const postingStarts = new GrowingArray(Uint32Array)
  for (const [word, itsSeats] of seatsByWord(texts)) {
    words.push(word)
    postingStarts.push(postings.length)
    for (const seat of itsSeats) postings.push(seat)
  }
  postingStarts.push(postings.length)
  const [bytes, starts] = [words.bytes.view(), words.starts.view()]
  const wordBuckets = termHashTable({ bytes, starts })
  const buckets = seatHashTable(texts)
  return {
    seatWordBytes: bytes,
    seatWordStarts: starts,
    seatWordBucketStarts: wordBuckets.starts,
    seatWordBuckets: wordBuckets.entries,
    seatWordPostingStarts: postingStarts.view(),
    seatWordPostings: postings.view(),
    seatBucketStarts: buckets.starts,
    seatBuckets: buckets.entries,
  }
}

/** Returns the words in the order of their first seats, which depends on nothing but the seats. */
function seatsByWord(seats: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const byWord = new Map<string, number[]>()
  seats.forEach((text, seat) => {
    for (const word of new Set(wordsOfSeat(text))) {
      const known = byWord.get(word)
      if (known === undefined) byWord.set(word, [seat])
      else known.push(seat)
    }
  })
  return byWord
}

function seatHashTable(seats: readonly string[]) {
  return buildTaggedTable(seats.length, SEATS_PER_BUCKET, (seat) => {
    const text = utf8Of(foldWhole(seats[seat] as string))
    return hashBytes(HASH_START, text, 0, text.length)
  })
}
