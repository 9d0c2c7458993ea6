/** The documents of the index of names: one for each name, with the fields that searches filter and sort by. */
import { initialsOf } from '../../names/likeness/name-query.ts'
import { LETTER_RUN_MAX } from '../../names/likeness/word-alignment.ts'
import { looseKey } from '../../names/likeness/word-likeness.ts'
import { foreignSearchKey } from '../../names/reading/foreign-query.ts'
import { joinedWords } from '../../names/reading/hyphenated-words.ts'
import { isGerman, type RegisterKey } from '../../names/reading/register-number.ts'
import { wordsOfSeat } from '../../names/reading/seat-words.ts'
import { stateOfCourt } from '../../names/reading/state.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import { foldLoose, foldWhole } from '../../names/text/fold.ts'
import type { FoundCompany, ReadCompanyName, StoredCompany } from './stored-company.ts'
import { storedOf } from './stored-company.ts'

/** Where a name is searched: current names of companies, of removed ones, former and other names. */
export const ZONES = { live: 0, removed: 1, former: 2, other: 3 } as const
/** One of `ZONES`. */
export type Zone = (typeof ZONES)[keyof typeof ZONES]

/** Beginnings of words up to this length are indexed as words of their own. */
export const BEGINNING_CHARS_MAX = 5
/** Lucene refuses longer words: 32,766 bytes of UTF-8. */
const TERM_CHARS_MAX = 8000

/** A document; the fields are those of the mapping (`mappings.ts`). */
export interface NameDocument {
  readonly uuid: string
  readonly zone: Zone
  readonly wordCount: number
  readonly inactive: 0 | 1
  readonly rank: number
  readonly words: readonly string[]
  /** Joined words and the number of their parts: `muellerbau/2`. */
  readonly joined: readonly string[]
  readonly begins: readonly string[]
  readonly letters: string
  readonly form: string
  readonly hasForm: boolean
  readonly pairs: readonly string[]
  readonly runs: readonly string[]
  readonly initials: string | null
  readonly letterCount: number
  readonly numbers: readonly string[]
  readonly seatWords: readonly string[]
  readonly status: string
  readonly legalForm: string
  readonly registerType: string
  readonly court: string
  readonly city: string
  readonly state: string
  readonly postcode: string
  readonly country: string
  readonly company: StoredCompany
}

/** Returns the number of distinct words. */
export function distinctWords(words: readonly string[]): number {
  return new Set(words).size
}

/** Returns the documents of a company, the current name first. */
export function documentsOf(indexed: IndexedCompany, company: FoundCompany): readonly NameDocument[] {
  const stored = storedOf(company)
  const facts = factsOf(indexed, company)
  return company.names.map((name) => ({ ...documentOf(company, name), ...facts, company: stored }))
}

function documentOf(company: FoundCompany, name: ReadCompanyName) {
  const { words, hyphens, kind } = name
  const joined = joinedWords(words, hyphens)
  const letters = words.join('').slice(0, TERM_CHARS_MAX)
  const isCurrent = kind === 'current'
  return {
    uuid: company.uuid,
    zone: zoneOf(company, name),
    wordCount: distinctWords(words),
    inactive: company.status === 'active' ? (0 as const) : (1 as const),
    rank: company.staticRank,
    words: [...new Set(words)].map(cut),
    joined: [...new Set(joined.map(({ letters: all, parts }) => `${cut(all)}/${parts}`))],
    begins: beginningsOf([...words, ...joined.map(({ letters: all }) => all)]),
    letters,
    form: name.form,
    hasForm: name.hasForm,
    pairs: pairsOf(words),
    runs: letterRunsOf(words),
    initials: initialsOf(words) || null,
    letterCount: words.reduce((sum, word) => sum + foldLoose(word).length, 0),
    numbers: isCurrent ? numbersOf(company) : [],
    seatWords: isCurrent ? [...new Set(wordsOfSeat(company.seat))] : [],
  }
}

function cut(text: string): string {
  return text.slice(0, TERM_CHARS_MAX)
}

/** Returns where the name is searched. */
export function zoneOf({ status }: Pick<FoundCompany, 'status'>, { kind }: ReadCompanyName): Zone {
  if (kind === 'current') return status === 'removed' ? ZONES.removed : ZONES.live
  return ZONES[kind]
}

function factsOf({ address }: IndexedCompany, { status, form, register, court, seat }: FoundCompany) {
  return {
    ...{ status, legalForm: form, registerType: register.type, court, country: register.country },
    city: foldWhole(seat),
    state: stateOfCourt(court) ?? '',
    postcode: address?.postcode ?? '',
  }
}

function beginningsOf(words: readonly string[]): readonly string[] {
  const begins = new Set<string>()
  for (const word of words)
    for (let chars = 1; chars <= Math.min(BEGINNING_CHARS_MAX, word.length); chars++)
      begins.add(word.slice(0, chars))
  return [...begins].filter((text) => text.isWellFormed())
}

/** Returns the keys of two words that stand side by side, perhaps with an `und` between them, as one word. */
function pairsOf(words: readonly string[]): readonly string[] {
  const keys = words.map(looseKey)
  const pairs = new Set<string>()
  for (let i = 0; i + 1 < words.length; i++) {
    pairs.add(cut(`${keys[i]}${keys[i + 1]}`))
    if (words[i + 1] === 'und' && words[i + 2] !== undefined) pairs.add(cut(`${keys[i]}${keys[i + 2]}`))
  }
  return [...pairs]
}

/** Returns every run of single letters, written as one word. */
function letterRunsOf(words: readonly string[]): readonly string[] {
  const runs = new Set<string>()
  for (let from = 0; from + 1 < words.length; from++) {
    let letters = ''
    for (let i = from; words[i]?.length === 1 && letters.length < LETTER_RUN_MAX; i++) {
      letters += words[i]
      if (letters.length > 1) runs.add(letters)
    }
  }
  return [...runs]
}

function numbersOf({ register, formerNumbers, leis = [] }: FoundCompany): readonly string[] {
  const all = [register, ...formerNumbers.map((former) => former.register)].flatMap(numberTerm)
  return [...new Set([...all, ...leis.map(({ lei }) => `lei:${lei}`)])]
}

function numberTerm(register: RegisterKey): readonly string[] {
  if (isGerman(register)) return [digitsTerm(register.digits)]
  return register.type === 'foreign' ? [foreignTerm(foreignSearchKey(register.number))] : []
}

/** Returns the term of the digits of a German number. */
export function digitsTerm(digits: number): string {
  return `de:${digits}`
}

/** Returns the term of a foreign number by its search key. */
export function foreignTerm(key: string): string {
  return `foreign:${key}`
}

/** Returns the term of an LEI. */
export function leiTerm(lei: string): string {
  return `lei:${lei}`
}

/** Returns the id of a name by its place among the names of its company. */
export function nameId(uuid: string, place: number): string {
  return `${uuid}:${place}`
}

/** Returns the place of a name among those of its company, by its id. */
export function placeIn(id: string): number {
  return Number(id.slice(id.indexOf(':') + 1))
}
