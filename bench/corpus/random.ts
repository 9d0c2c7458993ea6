/** Numbers that look random and are the same every time: of a seed and the thing they are for. */

/** Golden ratio × 2^32: neighbouring numbers become distant ones. */
const STEP = 0x9e3779b9

/** Mixes all bits of a 32-bit number (murmur3's last step). */
export function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** A stream of numbers (Mulberry32); `start` puts it to the stream of another thing without making an object. */
export class Random {
  readonly #seed: number
  #state = 0

  constructor(seed: number) {
    this.#seed = mix(seed)
  }

  /** The stream of thing `number` (a whole number up to 2^53). */
  start(number: number): this {
    const high = Math.floor(number / 2 ** 32)
    this.#state = mix(mix(number ^ this.#seed) ^ mix(high + STEP))
    return this
  }

  /** 0 … 2^32 - 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** 0 ≤ number < 1. */
  share(): number {
    return this.next() / 2 ** 32
  }

  /** 0 … count - 1, all as likely. */
  below(count: number): number {
    return Math.floor(this.share() * count)
  }

  oneOf<T>(things: readonly T[]): T {
    return things[this.below(things.length)] as T
  }
}
