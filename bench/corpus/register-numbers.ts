/** Numbers that no company has yet, register by register. */
import { canonicalRegister } from '../../src/names/reading/company-uuid.ts'
import { germanKey, type RegisterKey } from '../../src/names/reading/register-number.ts'

/** A register has no more numbers than this. */
const DIGITS_MAX = 99_999_999
const WORDS_FIRST = 64

/** The used and free numbers of every register. */
export class RegisterNumbers {
  readonly #registers = new Map<string, UsedNumbers>()

  /** Says that a company has this number; `false` when one had it already. */
  use(register: RegisterKey): boolean {
    return this.of(register).use(germanKey(register).digits)
  }

  /** The register that a key is of; keys of the same identity have the same. */
  of(register: RegisterKey): UsedNumbers {
    const { court, type, suffix } = canonicalRegister(germanKey(register))
    const name = `${court}/${type}/${suffix}`
    const known = this.#registers.get(name)
    if (known !== undefined) return known
    const numbers = new UsedNumbers()
    this.#registers.set(name, numbers)
    return numbers
  }
}

/** The numbers of one register, a bit each. */
export class UsedNumbers {
  #bits = new Uint32Array(WORDS_FIRST)
  /** No number below is free. */
  #next = 1

  /** `false` when it was used before. */
  use(digits: number): boolean {
    if (this.#isUsed(digits)) return false
    const place = digits >>> 5
    if (place >= this.#bits.length) this.#grow(place + 1)
    this.#bits[place] = (this.#bits[place] as number) | (1 << (digits & 31))
    return true
  }

  /** Takes the smallest free number. */
  take(): number {
    while (this.#isUsed(this.#next)) this.#next++
    if (this.#next > DIGITS_MAX) throw new RangeError('no number is left in this register')
    this.use(this.#next)
    return this.#next++
  }

  #isUsed(digits: number): boolean {
    return (((this.#bits[digits >>> 5] ?? 0) >>> (digits & 31)) & 1) === 1
  }

  #grow(atLeast: number): void {
    const bits = new Uint32Array(Math.max(atLeast, this.#bits.length * 2))
    bits.set(this.#bits)
    this.#bits = bits
  }
}
