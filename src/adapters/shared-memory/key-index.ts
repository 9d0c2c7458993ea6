/**
 * The index of the keys in the shared block: a hash table with open addressing from the SHA-256 of a secret
 * to the key's place.
 *
 * There are two tables. Readers search one of them, whose cells never change once they are written. When too
 * many of its cells belong to keys that are gone, the supervisor, the only writer, fills the other table and
 * switches the readers to it.
 */
import { hashIs } from './key-table.ts'
import { HEADER, type SharedBlock } from './shared-block.ts'

/** Fill ratio above which the other table is filled. */
const FULL = 0.75

/**
 * Returns the place of the key with this hash; `undefined` if there is none, or if its place is being given
 * to another key at this moment.
 */
export function findPlace(block: SharedBlock, hash: Uint8Array): number | undefined {
  const first = firstCell(block, Atomics.load(block.int32, HEADER.keyIndex))
  const mask = block.keyCells - 1
  for (let cell = homeOf(hash) & mask; ; cell = (cell + 1) & mask) {
    const place = Atomics.load(block.int32, first + cell) - 1
    if (place < 0) return undefined
    if (hashIs(block, place, hash)) return place
  }
}

/** Writes the index. Only the supervisor has one. */
export class KeyIndexWriter {
  readonly #block: SharedBlock
  #cellsUsed = 0

  constructor(block: SharedBlock) {
    this.#block = block
  }

  /**
   * Adds a key to the index. `everything` yields hash and place of every key that the index must have, this
   * one included.
   */
  add(hash: Uint8Array, place: number, everything: () => Iterable<readonly [Uint8Array, number]>): void {
    const used = Atomics.load(this.#block.int32, HEADER.keyIndex)
    if (this.#cellsUsed + 1 < this.#block.keyCells * FULL) {
      this.#write(used, hash, place)
      return
    }
    const other = 1 - used
    const first = firstCell(this.#block, other)
    // A reader that began in this table before the last switch has long finished.
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

/**
 * Returns the first cell of a hash, before masking. The SHA-256 of a random secret needs no further mixing.
 */
function homeOf(hash: Uint8Array): number {
  return hash[0]! | (hash[1]! << 8) | (hash[2]! << 16)
}
