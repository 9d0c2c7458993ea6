/** The companies of an image that are no longer to be found there: changed, merged away or deleted since it was made. */
import type { IndexImage } from './image.ts'
import { blocksOf, headerOf } from './image.ts'

/** One bit a company of the image; may be posted to another thread, which then reads the same memory. */
export interface DeadCompanies {
  readonly count: number
  /** 32-bit words, company i is bit i % 32 of word i / 32. */
  readonly bits: SharedArrayBuffer
}

const UUID_WORDS = 4
/** The uuids that are looked for, by some bits of their first word: nearly all companies end here. */
const SIEVE_BITS = 1 << 20

/** Those of the image's companies whose uuid is in the list; uuids that are not in the image do not matter. */
export function deadCompanies(image: IndexImage, uuids: Iterable<string>): DeadCompanies {
  const { companies, uuids: bytes } = uuidsOf(image)
  const wanted = wantedOf(uuids)
  const bits = new SharedArrayBuffer(((companies >>> 5) + 1) * 4)
  const marked = new Uint32Array(bits)
  let count = 0
  for (let company = 0; company < companies; company++) {
    const first = bytes[company * UUID_WORDS] as number
    if (!isSieved(wanted.sieve, first)) continue
    const same = wanted.byFirstWord.get(first)
    if (!same?.some((uuid) => isSame(bytes, company * UUID_WORDS, uuid))) continue
    marked[company >>> 5] = (marked[company >>> 5] as number) | (1 << (company & 31))
    count++
  }
  return { count, bits }
}

function uuidsOf(image: IndexImage): { companies: number; uuids: Uint32Array } {
  const header = headerOf(image)
  const { buffer, byteOffset, byteLength } = blocksOf(image, header).uuids
  return { companies: header.companies, uuids: new Uint32Array(buffer, byteOffset, byteLength / 4) }
}

interface Wanted {
  readonly sieve: Uint32Array
  readonly byFirstWord: ReadonlyMap<number, readonly Uint32Array[]>
}

function wantedOf(uuids: Iterable<string>): Wanted {
  const sieve = new Uint32Array(SIEVE_BITS >>> 5)
  const byFirstWord = new Map<number, Uint32Array[]>()
  for (const text of uuids) {
    const uuid = new Uint32Array(Uint8Array.from(Buffer.from(text.replaceAll('-', ''), 'hex')).buffer)
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

function isSame(words: Uint32Array, at: number, uuid: Uint32Array): boolean {
  for (let i = 0; i < UUID_WORDS; i++) if (words[at + i] !== uuid[i]) return false
  return true
}
