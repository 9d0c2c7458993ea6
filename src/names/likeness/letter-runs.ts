/** Runs of letters that words of a query have in common with words of names. */

/** Equal letters up to this number are chance. */
export const CHANCE_LETTERS = 3
/** Slots of the table of runs; a power of two. */
const SLOTS = 4096
/** Words that are told apart in a slot; further ones share their bits. */
const WORD_BITS = 32
/** Multipliers that spread four letters over the slots. */
const SPREAD = 0x9e3779b1
const LETTER_BITS = 7

/** A word of the query, and the length of its longest run of letters in common with another word. */
export interface CommonPart {
  readonly at: number
  readonly letters: number
}

const NONE: readonly CommonPart[] = []

/** Finds the common parts of the words of one query with any word. Results are kept, as names repeat words. */
export class CommonParts {
  readonly #words: readonly string[]
  /** By the hash of four letters in a row: the words of the query that have them, as bits. */
  #slots: Int32Array | undefined
  readonly #known = new Map<string, readonly CommonPart[]>()

  constructor(words: readonly string[]) {
    this.#words = words
  }

  /**
   * Returns the maximum number of letters in a row that an ASCII word, given by its bytes, has in common with
   * words of the query: 0, or more than `CHANCE_LETTERS`. Adds the words of the query that may have them to
   * `ofQuery.bits`.
   */
  lettersMax(bytes: Uint8Array, from: number, to: number, ofQuery: { bits: number }): number {
    this.#slots ??= slotsOf(this.#words)
    const slots = this.#slots
    let [letters, run, longest, bits] = [0, 0, 0, 0]
    for (let i = from; i < to; i++) {
      letters = (letters << LETTER_BITS) ^ (bytes[i] as number)
      if (i - from < CHANCE_LETTERS) continue
      const found = slots[slotOf(letters)] as number
      bits |= found
      run = found === 0 ? 0 : run + 1
      if (run > longest) longest = run
    }
    ofQuery.bits |= bits
    return longest === 0 ? 0 : longest + CHANCE_LETTERS
  }

  /** Whether `ofQuery.bits` of `lettersMax` has this word of the query. */
  static has(bits: number, at: number): boolean {
    return (bits & (1 << (at % WORD_BITS))) !== 0
  }

  /** Returns the words of the query that have more than `CHANCE_LETTERS` in a row in common with the word. */
  of(word: string): readonly CommonPart[] {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const parts = this.#find(word)
    this.#known.set(word, parts)
    return parts
  }

  #find(word: string): readonly CommonPart[] {
    this.#slots ??= slotsOf(this.#words)
    const slots = this.#slots
    let bits = 0
    eachSlot(word, (slot) => {
      bits |= slots[slot] as number
    })
    if (bits === 0) return NONE
    const found: CommonPart[] = []
    this.#words.forEach((other, at) => {
      if (!CommonParts.has(bits, at)) return
      const letters = commonLetters(other, word)
      if (letters > CHANCE_LETTERS) found.push({ at, letters })
    })
    return found
  }
}

function slotsOf(words: readonly string[]): Int32Array {
  const slots = new Int32Array(SLOTS)
  words.forEach((word, at) => {
    eachSlot(word, (slot) => {
      slots[slot] = (slots[slot] as number) | (1 << (at % WORD_BITS))
    })
  })
  return slots
}

/** Visits the slot of each run of `CHANCE_LETTERS + 1` letters. */
function eachSlot(word: string, visit: (slot: number) => void): void {
  let letters = 0
  for (let i = 0; i < word.length; i++) {
    letters = (letters << LETTER_BITS) ^ word.charCodeAt(i)
    if (i >= CHANCE_LETTERS) visit(slotOf(letters))
  }
}

/** Returns the slot of the last four letters. */
function slotOf(letters: number): number {
  return (Math.imul(letters << 4, SPREAD) >>> 20) & (SLOTS - 1)
}

/** Returns the length of the longest run of letters that both words have. */
function commonLetters(a: string, b: string): number {
  /** By position in the second word: the length of the equal letters that end there. */
  const ending = new Uint16Array(b.length + 1)
  let longest = 0
  for (let i = 0; i < a.length; i++) {
    const letter = a.charCodeAt(i)
    for (let j = b.length; j > 0; j--) {
      const length = b.charCodeAt(j - 1) === letter ? (ending[j - 1] as number) + 1 : 0
      ending[j] = length
      if (length > longest) longest = length
    }
  }
  return longest
}
