/**
 * Companies that do not exist, made of those that do. Each takes a real company as its pattern: form, type of register, status,
 * court, seat, number of former names, punctuation stay; the words in the slots of its name are drawn anew from the words that
 * real names have in such places.
 *
 * New words come as they do in real registers, by the Pitman-Yor process (Pitman & Yor 1997), of which Heaps' law (the number of
 * distinct words grows like a power of the number of names) and Zipf's are consequences: a word drawn that was seen c times stays
 * with probability 1 - d/c, else it becomes a word never seen; d is the share of words seen once. Which new word it is follows
 * the power law that the process has as its tail, so that new words come again too, and at the right rate, without anything
 * being counted: company i is the same whatever was made before it.
 */

import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { RegisterKey } from '../../src/names/reading/register-number.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { type LearntNames, learnNames, STAYS } from './learn-names.ts'
import type { Material } from './material.ts'
import { SHAPES, type Shape } from './name-pieces.ts'
import { NewWords, type WordStock } from './new-words.ts'
import { Random } from './random.ts'
import { BATCH_COMPANIES } from './real-companies.ts'
import { RegisterNumbers, type UsedNumbers } from './register-numbers.ts'

/**
 * How many made companies take another one's whole name, by whether they are removed: a company that moved to another court, where
 * the old entry stays behind as removed. Most equal names come about by themselves: with these shares 11 % of 1.49 million made
 * companies have theirs in common with another one, of real ones 9 %
 * (`share_of_rows_sharing_their_normalised_name`).
 */
const DOUBLES = { removed: 0.003, others: 0.0005 } as const
/** Tries to find another court's register of the same type for a double. */
const COURT_TRIES = 8
const NAMES_SEED = 1
const FACTS_SEED = 2
const WORDS_SEED = 3
/** Numbers of new words stay whole numbers. */
const NEW_WORDS_MAX = 2 ** 52

/** What a pattern tells beside its names. */
interface Pattern {
  readonly register: RegisterKey
  readonly court: string
  readonly status: IndexedCompany['status']
  readonly form: IndexedCompany['form']
  readonly seat: string
  readonly sources: IndexedCompany['sources']
  readonly numbers: UsedNumbers
  /** Its first name in the learnt ones, and behind its last former one. */
  readonly from: number
  readonly to: number
}

/** The power law of words never seen, of one shape. */
interface Novelty {
  /** A word seen c times gives way to a new one with probability `discount / c`. */
  readonly discount: number
  /** The law begins here … */
  readonly scale: number
  /** … and falls with this power. */
  readonly power: number
}

/** Generates companies from real patterns; the company with a number is always the same. */
export class MadeCompanies {
  readonly #learnt: LearntNames
  readonly #patterns: readonly Pattern[]
  readonly #newWords: NewWords
  readonly #novelties: readonly Novelty[]
  readonly #rareSeats: readonly string[]
  readonly #seatCounts: ReadonlyMap<string, number>
  readonly #names: Random
  readonly #facts: Random
  /** Words that were replaced in the present company, and by what: a former name changes along with the name. */
  readonly #replaced: number[] = []
  readonly #replacements: string[] = []

  /**
   * The same material and seed make the same companies. `numbers`: the register numbers that are taken already and those that
   * will be.
   */
  constructor(material: Material, seed: number, numbers = new RegisterNumbers()) {
    this.#learnt = learnNames(material)
    this.#patterns = patternsOf(material.companies, numbers)
    this.#newWords = new NewWords(stockOf(this.#learnt, material.surnames), seed + WORDS_SEED)
    this.#novelties = SHAPES.map((_, shape) => noveltyOf(this.#learnt, shape))
    this.#seatCounts = countSeats(material.companies)
    this.#rareSeats = material.cities.map(({ text }) => text).filter((city) => !this.#seatCounts.has(city))
    this.#names = new Random(seed + NAMES_SEED)
    this.#facts = new Random(seed + FACTS_SEED)
  }

  /** `count` companies in batches, numbered from `from` on. */
  *batches(count: number, from = 0): Generator<readonly IndexedCompany[]> {
    for (let made = 0; made < count; ) {
      const batch: IndexedCompany[] = []
      for (; batch.length < BATCH_COMPANIES && made < count; made++) batch.push(this.#make(from + made))
      yield batch
    }
  }

  #make(number: number): IndexedCompany {
    const facts = this.#facts.start(number)
    const own = facts.oneOf(this.#patterns)
    const isDouble =
      number > 0 && facts.share() < (own.status === 'removed' ? DOUBLES.removed : DOUBLES.others)
    const named = isDouble ? facts.below(number) : number
    const pattern = isDouble ? this.#patternOf(named, facts) : own
    const place = isDouble ? this.#elsewhere(pattern, facts) : pattern
    const register = { ...place.register, digits: place.numbers.take() }
    const texts = this.#namesOf(named, pattern)
    return {
      uuid: companyUuid(register),
      name: texts[0] as string,
      register,
      court: place.court,
      status: isDouble ? own.status : pattern.status,
      form: pattern.form,
      seat: this.#seatOf(place, facts),
      address: null,
      sources: place.sources,
      formerNames: texts.slice(1).map((name) => ({ name })),
      formerNumbers: [],
    }
  }

  /** The pattern of an earlier company, the present one's draws left as they are. */
  #patternOf(number: number, facts: Random): Pattern {
    const next = facts.next()
    const pattern = facts.start(number).oneOf(this.#patterns)
    facts.start(next)
    return pattern
  }

  #elsewhere(pattern: Pattern, facts: Random): Pattern {
    for (let i = 0; i < COURT_TRIES; i++) {
      const other = facts.oneOf(this.#patterns)
      if (other.register.type === pattern.register.type && other.court !== pattern.court) return other
    }
    return pattern
  }

  /** A seat known from one company only is as well another small place. */
  #seatOf({ seat }: Pattern, facts: Random): string {
    const isRare = this.#seatCounts.get(seat) === 1 && this.#rareSeats.length > 0
    return isRare && facts.next() % 2 === 0 ? facts.oneOf(this.#rareSeats) : seat
  }

  #namesOf(number: number, { from, to }: Pattern): readonly string[] {
    this.#names.start(number)
    this.#replaced.length = 0
    this.#replacements.length = 0
    const names: string[] = []
    for (let name = from; name < to; name++) {
      const text = this.#nameLike(name)
      if (!names.includes(text)) names.push(text)
    }
    return names
  }

  #nameLike(name: number): string {
    const { pieces, starts, words, gaps } = this.#learnt
    const end = starts[name + 1] as number
    let at = starts[name] as number
    let text = gaps[pieces[at++] as number] as string
    for (; at < end; at += 3) {
      const word = pieces[at] as number
      const pool = pieces[at + 1] as number
      text += pool === STAYS ? words[word] : this.#replacementOf(word, pool)
      text += gaps[pieces[at + 2] as number]
    }
    return text
  }

  #replacementOf(word: number, pool: number): string {
    const known = this.#replaced.indexOf(word)
    if (known >= 0) return this.#replacements[known] as string
    const replacement = this.#draw(pool)
    this.#replaced.push(word)
    this.#replacements.push(replacement)
    return replacement
  }

  #draw(pool: number): string {
    const { pools, words, shapes, slotCounts } = this.#learnt
    const start = pools.starts[pool] as number
    const word = pools.words[start + this.#names.below((pools.starts[pool + 1] as number) - start)] as number
    const shape = shapes[word] as number
    const { discount, scale, power } = this.#novelties[shape] as Novelty
    if (this.#names.share() * (slotCounts[word] as number) >= discount) return words[word] as string
    const number = Math.min(NEW_WORDS_MAX, scale * (1 - this.#names.share()) ** power)
    return this.#newWords.word(SHAPES[shape] as Shape, Math.floor(number), words[word] as string)
  }
}

function patternsOf(companies: readonly IndexedCompany[], numbers: RegisterNumbers): readonly Pattern[] {
  let from = 0
  return companies.map(({ register, court, status, form, seat, sources, formerNames }) => {
    const to = from + 1 + formerNames.length
    const pattern: Pattern = {
      ...{ register, court, status, form, seat, from, to },
      sources: sources.map(({ asOf }) => ({ asOf })),
      numbers: numbers.of(register),
    }
    from = to
    return pattern
  })
}

function stockOf({ words, shapes, slotCounts, pools }: LearntNames, surnames: readonly string[]): WordStock {
  const ofShape = (shape: Shape) => {
    const index = SHAPES.indexOf(shape)
    return words.filter((_, word) => shapes[word] === index && (slotCounts[word] as number) > 0)
  }
  const capitalised = SHAPES.indexOf('capitalised')
  const tokens = pools.words.filter((word, i) => i % 8 === 0 && shapes[word] === capitalised)
  return {
    byShape: {
      digits: ofShape('digits'),
      capitals: ofShape('capitals'),
      capitalised: ofShape('capitalised'),
      small: ofShape('small'),
      mixed: ofShape('mixed'),
    },
    stems: Array.from(tokens, (word) => words[word] as string).filter(
      ({ length }) => length > 2 && length < 11,
    ),
    surnames,
  }
}

/**
 * d = share of words seen once. New words have the tail weights p(k) ~ k^(-1/d) of the process, drawn by inverting
 * P(K > k) = (k / scale)^(1 - 1/d); `scale` makes the most frequent new word as frequent as a word seen once.
 */
function noveltyOf({ shapes, slotCounts }: LearntNames, shape: number): Novelty {
  let distinct = 0
  let once = 0
  slotCounts.forEach((count, word) => {
    if (shapes[word] !== shape || count === 0) return
    distinct++
    once += count === 1 ? 1 : 0
  })
  if (distinct === 0) return { discount: 0, scale: 1, power: 1 }
  const discount = once / distinct
  const tail = 1 / discount - 1
  return { discount, scale: Math.max(1, tail * discount * distinct), power: -1 / tail }
}

function countSeats(companies: readonly IndexedCompany[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { seat } of companies) counts.set(seat, (counts.get(seat) ?? 0) + 1)
  return counts
}
