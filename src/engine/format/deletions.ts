/** The companies of an image that are no longer to be found there: changed, merged away or deleted since it was made. */
import { hasUuid, ROW_WORDS, uuidWords } from './company-rows.ts'
import type { IndexImage } from './image.ts'
import { blocksOf, headerOf } from './image.ts'

/** One bit a company of the image; may be posted to another thread, which then reads the same memory. */
export interface DeadCompanies {
  readonly count: number
  /** 32-bit words, company i is bit i % 32 of word i / 32. */
  readonly bits: SharedArrayBuffer
}

/** The uuids that are looked for, by some bits of their first word: nearly all companies end here. */
const SIEVE_BITS = 1 << 20

/** Those of the image's companies whose uuid is in the list; uuids that are not in the image do not matter. */
export function deadCompanies(image: IndexImage, uuids: Iterable<string>): DeadCompanies {
  const header = headerOf(image)
  const { companies } = header
  const { companyRows } = blocksOf(image, header)
  const wanted = wantedOf(uuids)
  const bits = new SharedArrayBuffer(((companies >>> 5) + 1) * 4)
  const marked = new Uint32Array(bits)
  let count = 0
  for (let company = 0; company < companies; company++) {
    const first = companyRows[company * ROW_WORDS] as number
    if (!isSieved(wanted.sieve, first)) continue
    const same = wanted.byFirstWord.get(first)
    if (!same?.some((uuid) => hasUuid(companyRows, company, uuid))) continue
    marked[company >>> 5] = (marked[company >>> 5] as number) | (1 << (company & 31))
    count++
  }
  return { count, bits }
}

interface Wanted {
  readonly sieve: Uint32Array
  readonly byFirstWord: ReadonlyMap<number, readonly Uint32Array[]>
}

function wantedOf(uuids: Iterable<string>): Wanted {
  const sieve = new Uint32Array(SIEVE_BITS >>> 5)
  const byFirstWord = new Map<number, Uint32Array[]>()
  for (const text of uuids) {
    const uuid = uuidWords(text)
    const first = uuid[0] as number
    const bit = first & (SIEVE_BITS - 1)
    sieve[bit >>> 5] = (sieve[bit >>> 5] as number) | (1 << (bit & 31))
    const known = byFirstWord.get(first)
    if (known === undefined) byFirstWord.set(first, [uuid])
    else known.push(uuid)
  }
  return { sieve, byFirstWord }
}

function isSieved(sieve: Uint32Array, first: number): boolean {
  const bit = first & (SIEVE_BITS - 1)
  return (((sieve[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1
}
