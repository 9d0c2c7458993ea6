/**
 * A filter of bigrams, which are two adjacent words of some name. A query word that may be two words is only
 * looked for where some name has these parts side by side.
 */
import type { Sections } from './layout.ts'

/** Bits per bigram; many bigrams occur in several names. */
const BITS_PER_BIGRAM = 4
/** Bits of a word of the filter, and of a bit position in it. */
const WORD_BITS = 32
const POSITION_BITS = 5
/** Any two odd numbers with well spread bits (those of xxHash). */
const HASH_MULTIPLIER_FIRST = 0x9e3779b1
const HASH_MULTIPLIER_SECOND = 0x85ebca77

/**
 * Writes a Bloom filter (B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970)
 * that reads one memory location per query: a bigram sets two bits of one 32-bit word. The false positive
 * rate is one in ten where no bigram occurs twice, and one in forty among real names (13 % of the bits are
 * set).
 */
export function writeBigramFilter({
  forward,
  forwardStarts,
}: Pick<Sections, 'forward' | 'forwardStarts'>): Pick<Sections, 'bigramFilter'> {
  const words = Math.ceil((forward.length * BITS_PER_BIGRAM) / WORD_BITS)
  const bigramFilter = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, words))))
  for (let document = 0; document < forwardStarts.length - 1; document++) {
    const last = (forwardStarts[document + 1] as number) - 1
    for (let i = forwardStarts[document] as number; i < last; i++) {
      const hash = hashOf((forward[i] as number) >>> 1, (forward[i + 1] as number) >>> 1)
      const word = hash & (bigramFilter.length - 1)
      bigramFilter[word] = (bigramFilter[word] as number) | bitsOf(hash)
    }
  }
  return { bigramFilter }
}

/** Returns false only where no name has the two words side by side in this order. */
export function mayContainBigram(
  { bigramFilter }: Pick<Sections, 'bigramFilter'>,
  first: number,
  second: number,
): boolean {
  const hash = hashOf(first, second)
  const bits = bitsOf(hash)
  return ((bigramFilter[hash & (bigramFilter.length - 1)] as number) & bits) === bits
}

function hashOf(first: number, second: number): number {
  const mixed = Math.imul(first, HASH_MULTIPLIER_FIRST) ^ Math.imul(second + 1, HASH_MULTIPLIER_SECOND)
  return Math.imul(mixed ^ (mixed >>> 15), HASH_MULTIPLIER_FIRST)
}

/** Returns two bits selected by the high bits of the hash; its low bits select the word. */
function bitsOf(hash: number): number {
  return (
    (1 << (hash >>> (WORD_BITS - POSITION_BITS))) |
    (1 << ((hash >>> (WORD_BITS - 2 * POSITION_BITS)) % WORD_BITS))
  )
}
