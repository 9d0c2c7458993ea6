/** Which words stand side by side in some name: a word of the query in two parts is only looked for where names have these parts so. */
import type { Blocks } from './layout.ts'

/** Bits for each pair of words side by side; many pairs stand in several names. */
const BITS_A_PAIR = 4
/** Bits of a number, and by how many its place among them is told. */
const NUMBER_BITS = 32
const PLACE_BITS = 5
/** Any two odd numbers with well spread bits (xxHash's). */
const SPREAD_FIRST = 0x9e3779b1
const SPREAD_SECOND = 0x85ebca77

/**
 * A Bloom filter (B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970) that asks one place of memory: a pair has two bits
 * of one number. Of pairs that stand nowhere one in ten seems to where no pair comes twice, one in forty among real names (13 % of the bits are set).
 */
export function neighbourBlocks({
  forward,
  forwardStarts,
}: Pick<Blocks, 'forward' | 'forwardStarts'>): Pick<Blocks, 'neighbours'> {
  const numbers = Math.ceil((forward.length * BITS_A_PAIR) / NUMBER_BITS)
  const neighbours = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, numbers))))
  for (let document = 0; document < forwardStarts.length - 1; document++) {
    const last = (forwardStarts[document + 1] as number) - 1
    for (let i = forwardStarts[document] as number; i < last; i++) {
      const hash = hashOf((forward[i] as number) >>> 1, (forward[i + 1] as number) >>> 1)
      const place = hash & (neighbours.length - 1)
      neighbours[place] = (neighbours[place] as number) | bitsOf(hash)
    }
  }
  return { neighbours }
}

/** False only where no name has the two words side by side in this order. */
export function mayBeNeighbours(
  { neighbours }: Pick<Blocks, 'neighbours'>,
  first: number,
  second: number,
): boolean {
  const hash = hashOf(first, second)
  const bits = bitsOf(hash)
  return ((neighbours[hash & (neighbours.length - 1)] as number) & bits) === bits
}

function hashOf(first: number, second: number): number {
  const mixed = Math.imul(first, SPREAD_FIRST) ^ Math.imul(second + 1, SPREAD_SECOND)
  return Math.imul(mixed ^ (mixed >>> 15), SPREAD_FIRST)
}

/** Two bits out of the high ones of a hash, whose low ones choose the number. */
function bitsOf(hash: number): number {
  return (
    (1 << (hash >>> (NUMBER_BITS - PLACE_BITS))) |
    (1 << ((hash >>> (NUMBER_BITS - 2 * PLACE_BITS)) % NUMBER_BITS))
  )
}
