/** Shares by which made companies are compared with real ones, under the names that `check.ts` prints. */

import { courtByCode } from '../../src/names/reading/court.ts'
import { readName } from '../../src/names/reading/read-name.ts'
import { germanKey } from '../../src/names/reading/register-number.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { piecesOf } from './name-pieces.ts'

/** A share, or a length, by what it is of. */
export type ShareTable = ReadonlyMap<string, number>

const SIGNS: Readonly<Record<string, RegExp>> = {
  umlaut_or_eszett: /[äöüÄÖÜß]/,
  digit: /\d/,
  ampersand: /&/,
  plus: /\+/,
  quotes: /["„“”»«]/,
  parenthesis: /\(/,
  hyphen: /-/,
  period: /\./,
  comma: /,/,
  slash: /\//,
  all_caps_token: /(?:^|[^\p{L}])\p{Lu}{2,}(?![\p{L}])/u,
  starts_lower_case: /^\p{Ll}/u,
  und: /(?:^|\s)und(?:\s|$)/i,
}
const PERCENTILES = [1, 5, 25, 50, 75, 95, 99]
/** More words than this count as this many. */
const WORDS_SHOWN_MAX = 15
const FORMER_SHOWN_MAX = 5
const FREQUENT_WORDS = 100

/** Counts companies one by one, then tells the shares. */
export class ShareCounter {
  #rows = 0
  readonly #counts = new Map<string, number>()
  readonly #lengths: number[] = []
  readonly #names = new Map<string, number>()
  readonly #bareNames = new Map<string, number>()
  /** In how many names each word (lower case) is. */
  readonly words = new Map<string, number>()

  add(company: IndexedCompany): void {
    const { name, register, status, court, form, formerNames } = company
    this.#rows++
    this.#lengths.push(name.length)
    const words = piecesOf(name.toLowerCase()).words
    this.#count(`words ${String(Math.min(WORDS_SHOWN_MAX, name.split(' ').length)).padStart(2)}`)
    this.#count(`type ${register.type}`)
    this.#count(`status ${status}`)
    this.#count(`form ${form}`)
    this.#count(`state ${courtByCode(court)?.state ?? '?'}`)
    this.#count(`former names ${Math.min(FORMER_SHOWN_MAX, formerNames.length)}`)
    if (germanKey(register).suffix !== '') this.#count('suffix letters')
    if (germanKey(register).court !== court) this.#count('former court')
    for (const [sign, pattern] of Object.entries(SIGNS)) if (pattern.test(name)) this.#count(`with ${sign}`)
    for (const word of new Set(words)) this.words.set(word, (this.words.get(word) ?? 0) + 1)
    const read = readName(name)
    countIn(this.#names, `${read.words.join(' ')}|${read.form}`)
    countIn(this.#bareNames, read.words.join(' '))
  }

  /** `length …` in characters, `distinct words` their number, everything else between 0 and 1. */
  shares(): ShareTable {
    const shares = new Map<string, number>()
    const lengths = this.#lengths.sort((a, b) => a - b)
    for (const percent of PERCENTILES)
      shares.set(`length p${percent}`, lengths[Math.floor((lengths.length * percent) / 100)] as number)
    shares.set('length mean', lengths.reduce((sum, length) => sum + length, 0) / this.#rows)
    for (const [name, count] of [...this.#counts].sort(byName)) shares.set(name, count / this.#rows)
    const once = [...this.words.values()].filter((count) => count === 1).length
    shares.set('distinct words', this.words.size)
    shares.set('words seen once', once / this.words.size)
    shares.set('same name and form', sharing(this.#names) / this.#rows)
    shares.set('same name without form', sharing(this.#bareNames) / this.#rows)
    return shares
  }

  /** The most frequent words with the share of names that have them. */
  frequentWords(): ShareTable {
    const sorted = [...this.words].sort((a, b) => b[1] - a[1]).slice(0, FREQUENT_WORDS)
    return new Map(sorted.map(([word, count]) => [word, count / this.#rows]))
  }

  #count(name: string): void {
    countIn(this.#counts, name)
  }
}

function countIn(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** How many are not alone. */
function sharing(names: ReadonlyMap<string, number>): number {
  let count = 0
  for (const times of names.values()) if (times > 1) count += times
  return count
}

function byName(a: readonly [string, number], b: readonly [string, number]): number {
  return a[0] < b[0] ? -1 : 1
}
