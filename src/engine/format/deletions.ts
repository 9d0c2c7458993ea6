/**
 * Deletions: the companies of an image that must not be found any more, because they were changed, merged or
 * removed since the image was made.
 */
import { hasUuid, ROW_WORDS, uuidWords } from './company-rows.ts'
import type { IndexImage } from './image.ts'
import { headerOf, sectionsOf } from './image.ts'

/** A bitmap with one bit per company of the image. Posted to another thread, it refers to the same memory. */
export interface Deletions {
  readonly count: number
  /** 32-bit words; company i is bit i % 32 of word i / 32. */
  readonly bits: SharedArrayBuffer
}

/** Bits of a filter over the first words of the wanted uuids; it rejects nearly all companies. */
const FILTER_BITS = 1 << 20

/** Returns the deletions of the companies with these uuids; uuids that are not in the image are ignored. */
export function deletionsOf(image: IndexImage, uuids: Iterable<string>): Deletions {
  const header = headerOf(image)
  const { companies } = header
  const { companyRows } = sectionsOf(image, header)
  const wanted = wantedUuids(uuids)
  const bits = new SharedArrayBuffer(((companies >>> 5) + 1) * 4)
  const words = new Uint32Array(bits)
  let count = 0
  for (let company = 0; company < companies; company++) {
    const first = companyRows[company * ROW_WORDS] as number
    if (!isInFilter(wanted.filter, first)) continue
    const same = wanted.byFirstWord.get(first)
    if (!same?.some((uuid) => hasUuid(companyRows, company, uuid))) continue
    words[company >>> 5] = (words[company >>> 5] as number) | (1 << (company & 31))
    count++
  }
  return { count, bits }
}

interface WantedUuids {
  readonly filter: Uint32Array
  readonly byFirstWord: ReadonlyMap<number, readonly Uint32Array[]>
}

function wantedUuids(uuids: Iterable<string>): WantedUuids {
  const filter = new Uint32Array(FILTER_BITS >>> 5)
  const byFirstWord = new Map<number, Uint32Array[]>()
  for (const text of uuids) {
    const uuid = uuidWords(text)
    const first = uuid[0] as number
    const bit = first & (FILTER_BITS - 1)
    filter[bit >>> 5] = (filter[bit >>> 5] as number) | (1 << (bit & 31))
    const known = byFirstWord.get(first)
    if (known === undefined) byFirstWord.set(first, [uuid])
    else known.push(uuid)
  }
  return { filter, byFirstWord }
}

function isInFilter(filter: Uint32Array, first: number): boolean {
  const bit = first & (FILTER_BITS - 1)
  return (((filter[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1
}
