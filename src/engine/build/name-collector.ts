/** First stage of a build: collects companies into flat arrays, in input order. */

import { staticRankOf } from '../../names/ranking/static-rank.ts'
import { joinedWords } from '../../names/reading/hyphenated-words.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { readName } from '../../names/reading/read-name.ts'
import { areaOf } from '../../names/reading/register-area.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import { isGerman, REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { type IndexedCompany, oldestDateOf, otherNamesOf } from '../../names/search/indexed-company.ts'
import { STATUSES } from '../../names/search/status.ts'
import { countCodePoints } from '../../names/text/code-points.ts'
import { OTHER_TYPES } from '../format/company-rows.ts'
import { foreignHash, hashOfForeignNumber } from '../format/foreign-numbers.ts'
import { NAME_WORDS_MAX } from '../format/layout.ts'
import { GrowingArray, GrowingTexts } from './growing-array.ts'
import { TermInterner } from './term-interner.ts'

/** The kinds of names in `names.kinds`. */
export const NAME_KINDS = { current: 0, former: 1, other: 2 } as const
type NameKind = (typeof NAME_KINDS)[keyof typeof NAME_KINDS]

const CODES_MAX = 65_535
const UUID_BYTES = 16
/** Up to this many words, a linear search for duplicates is faster than a set. */
const FEW_WORDS = 32
const HYPHEN = 0x2d

const u8 = () => new GrowingArray(Uint8Array)
const u16 = () => new GrowingArray(Uint16Array)
const u32 = () => new GrowingArray(Uint32Array)

/** Numbers distinct texts in the order of their first occurrence. */
export class TextInterner {
  readonly texts: string[] = []
  readonly #numbers = new Map<string, number>()

  /** @throws RangeError beyond 65,535 texts if they are stored in two bytes. */
  numberOf(text: string, isShort = true): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.texts.length
    if (isShort && number > CODES_MAX) throw new RangeError('too many different codes for one index')
    this.texts.push(text)
    this.#numbers.set(text, number)
    return number
  }

  /** Empties the table and releases its memory. */
  clear(): void {
    this.#numbers.clear()
    this.texts.length = 0
  }
}

/**
 * The collected fields of all companies. Names and companies are numbered in input order; `fields.x[i]`
 * belongs to i.
 */
export class NameCollector {
  readonly words = new TermInterner()
  /** Letters, a zero byte, and one byte with the number of parts. */
  readonly joins = new TermInterner()
  /** By join: number of letters of its first part, the minimum over all names. */
  readonly joinFirstLetters = u8()
  readonly forms = new TextInterner()
  readonly courts = new TextInterner()
  readonly suffixes = new TextInterner()
  readonly dates = new TextInterner()
  readonly seats = new TextInterner()

  readonly names = {
    texts: new GrowingTexts(),
    owners: u32(),
    /** One of `NAME_KINDS`. */
    kinds: u8(),
    /** Form × 2, + 1 when the form is part of the name. */
    forms: u16(),
    wordCounts: u16(),
    /** Word × 2, + 1 when a hyphen follows. */
    forward: u32(),
    forwardStarts: u32(),
    joins: u32(),
    joinStarts: u32(),
  }

  readonly companies = {
    uuids: u8(),
    statuses: u8(),
    forms: u16(),
    courts: u16(),
    types: u8(),
    digits: u32(),
    suffixes: u16(),
    seats: u32(),
    staticRanks: u16(),
    dates: u16(),
    postcodes: u32(),
  }

  /** Numbers of foreign registers; `companies.digits` holds their places. */
  readonly foreignNumbers = new GrowingTexts()

  readonly numbers = { digits: u32(), kinds: u8(), courts: u16(), suffixes: u16(), owners: u32() }

  get companyCount(): number {
    return this.companies.statuses.length
  }

  get nameCount(): number {
    return this.names.owners.length
  }

  add(company: IndexedCompany): void {
    const owner = this.companyCount
    const form = this.forms.numberOf(company.form)
    const name = readName(company.name.toWellFormed())
    this.#addFacts(company, form, name)
    this.#addName(company.name, name, owner, NAME_KINDS.current, form)
    for (const { name: text } of company.formerNames) {
      if (text !== company.name)
        this.#addName(text, readName(text.toWellFormed()), owner, NAME_KINDS.former, form)
    }
    for (const text of otherNamesOf(company)) {
      this.#addName(text, readName(text.toWellFormed()), owner, NAME_KINDS.other, form)
    }
    this.#addNumber(company.register, owner, 0)
    for (const former of company.formerNumbers) this.#addNumber(former.register, owner, 1)
    for (const { lei } of company.leis ?? []) this.#addLei(lei, owner, areaOf(company))
  }

  /** Completes the offsets; call it once, after the last company. */
  finish(): void {
    this.names.forwardStarts.push(this.names.forward.length)
    this.names.joinStarts.push(this.names.joins.length)
  }

  #addFacts(company: IndexedCompany, form: number, name: Name): void {
    const { companies } = this
    pushUuid(companies.uuids, company.uuid)
    companies.statuses.push(STATUSES.indexOf(company.status))
    companies.forms.push(form)
    companies.courts.push(this.courts.numberOf(areaOf(company)))
    this.#addRegister(company.register)
    companies.seats.push(this.seats.numberOf(company.seat, false))
    companies.dates.push(this.dates.numberOf(oldestDateOf(company)))
    companies.postcodes.push(postcodeNumber(company.address?.postcode))
    companies.staticRanks.push(staticRankOf(company, name, countCodePoints(company.name)))
  }

  #addRegister(register: RegisterKey): void {
    const { companies } = this
    if (isGerman(register)) {
      companies.types.push(REGISTER_TYPES.indexOf(register.type))
      companies.digits.push(register.digits)
      companies.suffixes.push(this.suffixes.numberOf(register.suffix))
      return
    }
    companies.types.push(OTHER_TYPES[register.type])
    companies.suffixes.push(this.suffixes.numberOf(''))
    companies.digits.push(register.type === 'foreign' ? this.foreignNumbers.count : 0)
    if (register.type === 'foreign') this.foreignNumbers.push(register.number)
  }

  #addName(text: string, name: Name, owner: number, kind: NameKind, companyForm: number): void {
    const { names } = this
    const form =
      name.form !== undefined && kind !== NAME_KINDS.current ? this.forms.numberOf(name.form) : companyForm
    names.texts.push(text)
    names.owners.push(owner)
    names.kinds.push(kind)
    names.forms.push(form * 2 + (name.form === undefined ? 0 : 1))
    names.forwardStarts.push(names.forward.length)
    const words = name.words.map((word) => this.words.numberOf(word))
    for (let i = 0; i < words.length; i++) {
      names.forward.push((words[i] as number) * 2 + (name.hyphens[i] ? 1 : 0))
    }
    names.wordCounts.push(Math.min(NAME_WORDS_MAX, countDistinct(words)))
    names.joinStarts.push(names.joins.length)
    if (name.hyphens.includes(true)) this.#addJoins(name.words, name.hyphens)
  }

  #addJoins(words: readonly string[], hyphens: readonly boolean[]): void {
    for (const { letters, parts, firstLetters } of joinedWords(words, hyphens)) {
      const join = this.joins.numberOf(`${letters}\0${String.fromCharCode(parts)}`)
      const first = Math.min(255, firstLetters)
      if (join === this.joinFirstLetters.length) this.joinFirstLetters.push(first)
      else if (first < this.joinFirstLetters.at(join)) this.joinFirstLetters.set(join, first)
      this.names.joins.push(join)
    }
  }

  #addLei(lei: string, owner: number, area: string): void {
    const { numbers } = this
    numbers.digits.push(foreignHash(lei))
    numbers.kinds.push(OTHER_TYPES.list * 2)
    numbers.courts.push(this.courts.numberOf(area))
    numbers.suffixes.push(this.suffixes.numberOf(''))
    numbers.owners.push(owner)
  }

  #addNumber(register: RegisterKey, owner: number, isFormer: 0 | 1): void {
    if (register.type === 'list') return
    const { numbers } = this
    if (register.type === 'foreign') {
      numbers.digits.push(hashOfForeignNumber(register.number))
      numbers.kinds.push(OTHER_TYPES.foreign * 2 + isFormer)
      numbers.courts.push(this.courts.numberOf(register.country))
      numbers.suffixes.push(this.suffixes.numberOf(''))
      numbers.owners.push(owner)
      return
    }
    numbers.digits.push(register.digits)
    numbers.kinds.push(REGISTER_TYPES.indexOf(register.type) * 2 + isFormer)
    numbers.courts.push(this.courts.numberOf(register.court))
    numbers.suffixes.push(this.suffixes.numberOf(register.suffix))
    numbers.owners.push(owner)
  }
}

/** Returns the number that a row stores for a postcode. */
function postcodeNumber(postcode: string | null | undefined): number {
  return postcode ? Number(postcode) + 1 : 0
}

function countDistinct(numbers: readonly number[]): number {
  if (numbers.length > FEW_WORDS) return new Set(numbers).size
  let count = 0
  for (let i = 0; i < numbers.length; i++) if (numbers.indexOf(numbers[i] as number) === i) count++
  return count
}

/** Appends a uuid of 32 hexadecimal digits, with or without hyphens. */
function pushUuid(bytes: GrowingArray<Uint8Array>, uuid: string): void {
  bytes.reserve(UUID_BYTES)
  const array = bytes.backing
  let filled = bytes.length
  for (let i = 0; i < uuid.length; i += 2) {
    if (uuid.charCodeAt(i) === HYPHEN) i++
    array[filled++] = (hexValue(uuid.charCodeAt(i)) << 4) | hexValue(uuid.charCodeAt(i + 1))
  }
  bytes.commit(UUID_BYTES)
}

/** Returns the value of a hexadecimal digit (`0`-`9`, `a`-`f`, `A`-`F`) by its ASCII code. */
function hexValue(code: number): number {
  return code <= 0x39 ? code & 0xf : (code & 0xf) + 9
}
