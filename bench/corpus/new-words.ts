/**
 * Words that occur in no real name: surnames, compounds, abbreviations, misspellings. The word with a number
 * is always the same, so nothing is stored.
 */
import type { Shape } from './name-pieces.ts'
import { Random } from './random.ts'

/** Letters before the one that is chosen. */
const CONTEXT = 3
const WORD_CHARS_MAX = 24
const STOP = '$'
/** Short words of capitals are letters in a row, longer ones are spelt like words. */
const LETTERS_IN_A_ROW_MAX = 4
const LINKED = /(?:ung|ion|heit|keit|schaft|tät)$/u
const VOWELS = 'aeiouyäöü'
const ENDINGS = ['s', 'e', 'er', 'en', 'n', 'in', 'el', 'ing']

/** How new words come about, in hundredths; what is left over is spelt letter by letter. */
const WAYS = { compound: 42, crossed: 70, varied: 86 } as const

/** Distinct words of one shape, to make others of. */
export interface WordStock {
  readonly byShape: Readonly<Record<Shape, readonly string[]>>
  /** Words of compounds, the frequent ones more often. */
  readonly stems: readonly string[]
  readonly surnames: readonly string[]
}

/** The new words, by number. */
export class NewWords {
  readonly #stock: WordStock
  readonly #successors: Readonly<Record<'capitals' | 'others', ReadonlyMap<string, string>>>
  readonly #seed: number

  constructor(stock: WordStock, seed: number) {
    this.#stock = stock
    this.#seed = seed
    const { capitals, capitalised, small } = stock.byShape
    const lower = [...capitalised, ...small].map((word) => word.toLowerCase())
    this.#successors = { capitals: successorsIn(capitals), others: successorsIn(lower) }
  }

  /** Word `number` of the shape; digits and short capitals are as long as `like`. */
  word(shape: Shape, number: number, like: string): string {
    const random = new Random(this.#seed + shape.length * 31 + like.length * Number(isByLength(shape, like)))
    random.start(number)
    if (shape === 'digits') return digits(random, like.length)
    if (shape === 'capitals') return this.#capitals(random, like)
    if (shape === 'mixed') return crossed(random, this.#stock.byShape.mixed)
    const word = this.#lower(random, shape)
    return shape === 'small' ? word : word.charAt(0).toUpperCase() + word.slice(1)
  }

  #lower(random: Random, shape: Shape): string {
    const { byShape, stems, surnames } = this.#stock
    const way = random.below(100)
    if (way < WAYS.compound) return compound(random, stems)
    if (way < WAYS.crossed) {
      return crossed(random, random.next() % 2 === 0 ? surnames : byShape[shape]).toLowerCase()
    }
    if (way < WAYS.varied) return varied(random, random.oneOf(byShape[shape]).toLowerCase())
    return spelt(random, this.#successors.others)
  }

  #capitals(random: Random, like: string): string {
    const words = this.#stock.byShape.capitals
    if (like.length > LETTERS_IN_A_ROW_MAX) {
      return random.next() % 2 === 0 ? crossed(random, words) : spelt(random, this.#successors.capitals)
    }
    let word = ''
    for (let i = 0; i < like.length; i++) word += random.oneOf(words).charAt(i) || 'A'
    return word
  }
}

function isByLength(shape: Shape, like: string): boolean {
  return shape === 'digits' || (shape === 'capitals' && like.length <= LETTERS_IN_A_ROW_MAX)
}

function digits(random: Random, length: number): string {
  let text = String(1 + random.below(9))
  for (let i = 1; i < length; i++) text += String(random.below(10))
  return text
}

function compound(random: Random, stems: readonly string[]): string {
  const head = random.oneOf(stems).toLowerCase()
  return head + (LINKED.test(head) ? 's' : '') + random.oneOf(stems).toLowerCase()
}

/** The beginning of one word and the end of another, both cut where a syllable ends. */
function crossed(random: Random, words: readonly string[]): string {
  const head = random.oneOf(words)
  const tail = random.oneOf(words)
  return head.slice(0, cutOf(head, random)) + tail.slice(cutOf(tail, random))
}

/** Behind a vowel and the consonant after it; the middle where there is no such place. */
function cutOf(word: string, random: Random): number {
  const lower = word.toLowerCase()
  for (let i = 1 + random.below(3); i < word.length - 1; i++) {
    if (VOWELS.includes(lower.charAt(i - 1)) && !VOWELS.includes(lower.charAt(i))) return i + 1
  }
  return word.length >> 1
}

/** Another ending, or a slip: a letter missing, doubled, swapped, another one. */
function varied(random: Random, word: string): string {
  const at = 1 + random.below(Math.max(1, word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  switch (random.below(7)) {
    case 0:
      return before + after
    case 1:
      return before + letter + letter + after
    case 2:
      return before + after.charAt(0) + letter + after.slice(1)
    case 3:
      return before + String.fromCharCode(97 + random.below(26)) + after
    default:
      return word + random.oneOf(ENDINGS)
  }
}

/** Letter by letter, each as likely as it is behind the three before it. */
function spelt(random: Random, successors: ReadonlyMap<string, string>): string {
  let context = ' '.repeat(CONTEXT)
  let word = ''
  while (word.length < WORD_CHARS_MAX) {
    const letters = successors.get(context) ?? STOP
    const letter = letters.charAt(random.below(letters.length))
    if (letter === STOP) break
    word += letter
    context = context.slice(1) + letter
  }
  return word
}

/** For each run of letters all letters that follow it somewhere, as often as they do. */
function successorsIn(words: readonly string[]): ReadonlyMap<string, string> {
  const lists = new Map<string, string[]>()
  for (const word of words) {
    let context = ' '.repeat(CONTEXT)
    for (const letter of word + STOP) {
      const list = lists.get(context)
      if (list === undefined) lists.set(context, [letter])
      else list.push(letter)
      context = context.slice(1) + letter
    }
  }
  return new Map([...lists].map(([context, letters]) => [context, letters.join('')]))
}
