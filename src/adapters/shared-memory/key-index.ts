/**
 * Where the keys stand in the shared block, by the SHA-256 of their secrets: a table of places with open addressing. It is there
 * twice. One is searched, and a cell of it never changes once it is written; when it is full of places that were given to other
 * keys since, the supervisor, the only writer, fills the other one anew and has that searched from then on.
 */
import { hashIs } from './key-table.ts'
import { HEADER, type SharedBlock } from './shared-block.ts'

/** Above this share a table is filled anew. */
const FULL = 0.75

/** The place of the key with this hash, unless it is given to another one at this moment. */
export function findPlace(block: SharedBlock, hash: Uint8Array): number | undefined {
  const first = firstCell(block, Atomics.load(block.int32, HEADER.keyIndex))
  const mask = block.keyCells - 1
  for (let cell = homeOf(hash) & mask; ; cell = (cell + 1) & mask) {
    const place = Atomics.load(block.int32, first + cell) - 1
    if (place < 0) return undefined
    if (hashIs(block, place, hash)) return place
  }
}

/** The supervisor's hand on the index. */
export class KeyIndexWriter {
  readonly #block: SharedBlock
  #cellsUsed = 0

  constructor(block: SharedBlock) {
    this.#block = block
  }

  /** From now on the key is found. `everything`: hash and place of every key that shall be found, this one included. */
  add(hash: Uint8Array, place: number, everything: () => Iterable<readonly [Uint8Array, number]>): void {
    const used = Atomics.load(this.#block.int32, HEADER.keyIndex)
    if (this.#cellsUsed + 1 < this.#block.keyCells * FULL) {
      this.#write(used, hash, place)
      return
    }
    const other = 1 - used
    const first = firstCell(this.#block, other)
    // Who began to search it in its former life has long found an end.
    this.#block.int32.fill(0, first, first + this.#block.keyCells)
    this.#cellsUsed = 0
    for (const [known, knownPlace] of everything()) this.#write(other, known, knownPlace)
    Atomics.store(this.#block.int32, HEADER.keyIndex, other)
  }

  #write(table: number, hash: Uint8Array, place: number): void {
    const { int32, keyCells } = this.#block
    const first = firstCell(this.#block, table)
    const mask = keyCells - 1
    let cell = homeOf(hash) & mask
    while (int32[first + cell] !== 0) cell = (cell + 1) & mask
    Atomics.store(int32, first + cell, place + 1)
    this.#cellsUsed++
  }
}

function firstCell({ regions, keyCells }: SharedBlock, table: number): number {
  return regions.keyIndex / 4 + table * keyCells
}

/** The hash of a secret is as good as random; its first bytes are all the mixing there needs to be. */
function homeOf(hash: Uint8Array): number {
  return hash[0]! | (hash[1]! << 8) | (hash[2]! << 16)
}
