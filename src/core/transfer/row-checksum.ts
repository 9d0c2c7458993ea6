import { hash } from 'node:crypto'
import type { TransferRow } from './transfer-ports.ts'

const WORDS = 4
const WORD_BYTES = 4
const WORD_DIGITS = 8

/**
 * A checksum over the rows of a table, whatever their order: the sum of the first 16 bytes of the SHA-256 of each
 * row, as four sums of 32 bits.
 */
export class RowChecksum {
  readonly #sums = new Uint32Array(WORDS)
  #rows = 0

  add(row: TransferRow): void {
    const digest = hash('sha256', JSON.stringify(row), 'buffer')
    for (let word = 0; word < WORDS; word++) this.#sums[word]! += digest.readUInt32LE(word * WORD_BYTES)
    this.#rows += 1
  }

  /** Number of rows. */
  get rows(): number {
    return this.#rows
  }

  /** The sum as 32 hexadecimal digits. */
  get text(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(WORD_DIGITS, '0')).join('')
  }
}
