/**
 * All names of the index for the judge: their companies, the frequency of words, and names with the same
 * prefix.
 */

import type { IndexReader } from '../../src/engine/format/index-reader.ts'
import { nameOf, recordOf, uuidOf } from '../../src/engine/format/index-reader.ts'
import type { CompanyRecord } from '../../src/names/search/page.ts'
import { fold } from '../../src/names/text/fold.ts'
import { plainName } from './plain-name.ts'

/** A word in more names than one of so many is not rare. */
const RARE_ONE_IN = 10_000
/** In a small index a word is rare up to so many names all the same. */
const RARE_NAMES_MIN = 5

/** The names of an index, by company and by text. */
export class KnownNames {
  readonly #reader: IndexReader
  readonly #forms = new Map<string, string>()
  readonly #wordNames = new Map<string, number>()
  #sorted: string[] | undefined
  #places: Map<string, number> | undefined
  #current: Set<string> | undefined

  constructor(reader: IndexReader) {
    this.#reader = reader
    for (let document = 0; document < reader.header.documents; document++) this.#add(nameOf(reader, document))
  }

  #add(name: string): void {
    const { letters, form, words } = plainName(name)
    const forms = this.#forms.get(letters)
    if (forms === undefined) this.#forms.set(letters, `|${form}|`)
    else if (!forms.includes(`|${form}|`)) this.#forms.set(letters, `${forms}${form}|`)
    for (const word of new Set(words)) this.#wordNames.set(word, (this.#wordNames.get(word) ?? 0) + 1)
  }

  /** The company of this uuid, `undefined` where it is not in the index. */
  company(uuid: string): CompanyRecord | undefined {
    this.#places ??= this.#placesByUuid()
    const place = this.#places.get(uuid)
    return place === undefined ? undefined : recordOf(this.#reader, place)
  }

  #placesByUuid(): Map<string, number> {
    const places = new Map<string, number>()
    for (let company = 0; company < this.companies; company++)
      places.set(uuidOf(this.#reader, company), company)
    return places
  }

  /** Names in the index, former ones too. */
  get count(): number {
    return this.#reader.header.documents
  }

  name(document: number): string {
    return nameOf(this.#reader, document)
  }

  /** The seat of a company by its number in the index. */
  seat(company: number): string {
    return recordOf(this.#reader, company).seat
  }

  get companies(): number {
    return this.#reader.header.companies
  }

  /**
   * Answers whether the query is the name of another company than its target, letter by letter, so that it cannot be told which one is
   * meant: a query without a form is everyone's who has the same letters.
   */
  isAnothersName(query: string, target: string): boolean {
    const asked = plainName(query)
    const meant = plainName(target)
    const forms = this.#forms.get(asked.letters)
    if (forms === undefined) return false
    const others = forms
      .split('|')
      .slice(1, -1)
      .filter((form) => asked.letters !== meant.letters || form !== meant.form)
    return asked.form === '' ? others.length > 0 : others.includes(asked.form)
  }

  /** Answers whether a company has this name today, whatever its form. */
  isCurrentName(name: string): boolean {
    this.#current ??= this.#currentLetters()
    return this.#current.has(plainName(name).letters)
  }

  #currentLetters(): Set<string> {
    const letters = new Set<string>()
    for (let company = 0; company < this.companies; company++)
      letters.add(plainName(this.name(company)).letters)
    return letters
  }

  /** Names that hold the folded word. */
  namesWith(word: string): number {
    return this.#wordNames.get(word) ?? 0
  }

  isRare(word: string): boolean {
    return this.namesWith(word) <= Math.max(RARE_NAMES_MIN, this.count / RARE_ONE_IN)
  }

  /** Different names that begin with the text, letters folded, up to `atMost` and one more. */
  namesBeginning(text: string, atMost: number): number {
    this.#sorted ??= this.#sortedNames()
    const names = this.#sorted
    const start = beginOf(text)
    let low = 0
    for (let high = names.length; low < high; ) {
      const middle = (low + high) >>> 1
      if ((names[middle] as string) < start) low = middle + 1
      else high = middle
    }
    let found = 0
    while (found <= atMost && names[low + found]?.startsWith(start)) found++
    return found
  }

  #sortedNames(): string[] {
    const names = new Set<string>()
    for (let document = 0; document < this.count; document++) names.add(beginOf(this.name(document)))
    return [...names].sort()
  }
}

function beginOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}
