/**
 * The stages "spelling", "sound" and "partial" by brute force: every name is compared, and every word of the
 * index with every word of the query. Expansions (`expansions.ts`) are shared with the engine and tested by
 * themselves.
 */

import { nameLikeness } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { nameQuery } from '../../names/likeness/name-query.ts'
import { effectiveCount, wordWeight } from '../../names/likeness/word-weight.ts'
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { readName } from '../../names/reading/read-name.ts'
import { splitWords } from '../../names/reading/split-words.ts'
import { type IndexedCompany, otherNamesOf } from '../../names/search/indexed-company.ts'
import { fold } from '../../names/text/fold.ts'
import { PlainComparer } from './plain-comparer.ts'

/** Compares one query with names. Collection statistics are those of `companies`. */
export class BruteForceLikeness {
  readonly #counts = new Map<string, number>()
  #names = 0
  readonly #query: NameQuery
  readonly #comparer: PlainComparer

  constructor(companies: readonly IndexedCompany[], query: Name) {
    for (const company of companies) {
      const { name, formerNames } = company
      this.#count(name)
      for (const former of formerNames) if (former.name !== name) this.#count(former.name)
      for (const other of otherNamesOf(company)) this.#count(other)
    }
    this.#comparer = new PlainComparer(query.words, (word) => !this.#counts.has(word))
    const weights = query.words.map((word, i) => wordWeight(word, this.#effectiveCount(word, i), this.#names))
    const seats = new Set(companies.map(({ seat }) => seatWords(seat).join(' ')))
    this.#query = nameQuery(query, weights, { names: this.#names, isSeat: (words) => seats.has(words) })
  }

  #count(text: string): void {
    this.#names++
    for (const word of new Set(readName(text.toWellFormed()).words)) {
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
    }
  }

  #effectiveCount(queryWord: string, i: number): number {
    const similar = [...this.#counts].flatMap(([word, count]) => {
      const likeness = this.#comparer.likenessesOf(word)[i]
      return likeness === undefined ? [] : [[likeness, count] as const]
    })
    return effectiveCount(this.#counts.get(queryWord) ?? 0, similar, this.#names)
  }

  /** Returns the likeness of a name. `isOtherForm`: its form is not that of the query. */
  likenessTo(
    company: IndexedCompany,
    { words, form }: Name,
    isFormer: boolean,
    isOtherForm: boolean,
  ): LikenessScore | undefined {
    const weights = words.map((word) => wordWeight(word, this.#counts.get(word) ?? 0, this.#names))
    const seat = isFormer ? [] : seatWords(company.seat)
    const name = {
      words,
      weights,
      seat,
      hasForm: form !== undefined,
      isOtherForm,
      isFormer,
      mayHaveSimilarLetters: () => true,
      mayHaveSameLetters: true,
    }
    return nameLikeness(this.#query, name, this.#comparer.with(words))
  }
}

function seatWords(seat: string): readonly string[] {
  return splitWords(fold(seat)).map(({ text }) => text)
}
