/** Counts the words of all names: the statistics by which deep searches weigh words. */
import { joinedWords } from '../../names/reading/hyphenated-words.ts'
import { readName } from '../../names/reading/read-name.ts'
import { wordsOfSeat } from '../../names/reading/seat-words.ts'
import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import { nameTextsOf } from './stored-company.ts'

/** The words, joined words and seats of companies. */
export class WordCounts {
  readonly words = new Map<string, number>()
  /** By joined word: bits of the numbers of its parts. */
  readonly joined = new Map<string, number>()
  /** Folded words with blanks between. */
  readonly seats = new Set<string>()
  readonly #seatTexts = new Set<string>()
  names = 0
  companies = 0

  /** Counts the names of a company. */
  add(company: IndexedCompany): void {
    const { seat } = company
    this.companies++
    for (const { text } of nameTextsOf(company)) {
      const { words, hyphens } = readName(text.toWellFormed())
      this.names++
      for (const word of new Set(words)) this.words.set(word, (this.words.get(word) ?? 0) + 1)
      if (!hyphens.includes(true)) continue
      for (const { letters, parts } of joinedWords(words, hyphens))
        this.joined.set(letters, (this.joined.get(letters) ?? 0) | (1 << parts))
    }
    if (this.#seatTexts.has(seat)) return
    this.#seatTexts.add(seat)
    this.seats.add(wordsOfSeat(seat).join(' '))
  }
}
