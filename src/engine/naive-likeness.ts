/** The stages "spelling", "sound" and "partial" of the naive twin: every name is compared, every word of the index with every word asked. */
import { fold } from '../names/fold.ts'
import type { LikeScore } from '../names/like-score.ts'
import type { AskedName } from '../names/name-likeness.ts'
import { askedName, nameLikeness } from '../names/name-likeness.ts'
import type { Name } from '../names/read-name.ts'
import { readName } from '../names/read-name.ts'
import { isJoined, isParted } from '../names/word-alignment.ts'
import { wordLikeness } from '../names/word-likeness.ts'
import { countMeant, wordWeight } from '../names/word-weight.ts'
import { splitWords } from '../names/words.ts'
import type { IndexedCompany } from './indexed-company.ts'

/** Compares one query with names; rarity is that of the words in all names of `companies`. */
export class NaiveLikeness {
  readonly #counts = new Map<string, number>()
  #names = 0
  readonly #asked: AskedName

  constructor(companies: readonly IndexedCompany[], asked: Name) {
    for (const { name, formerNames } of companies) {
      this.#count(name)
      for (const former of formerNames) if (former.name !== name) this.#count(former.name)
    }
    const weights = asked.words.map((word) => wordWeight(word, this.#countMeant(word), this.#names))
    this.#asked = askedName(asked.words, weights, asked.form !== undefined)
  }

  #count(text: string): void {
    this.#names++
    for (const word of new Set(readName(text.toWellFormed()).words)) {
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
    }
  }

  #countMeant(asked: string): number {
    const like = [...this.#counts].flatMap(([word, count]) => {
      const likeness = wordLikeness(asked, word)
      return likeness === undefined ? [] : [[likeness, count] as const]
    })
    return countMeant(this.#counts.get(asked) ?? 0, like, this.#names)
  }

  /** `isOtherForm`: not the form that was asked for. */
  to(
    company: IndexedCompany,
    { words }: Name,
    isFormer: boolean,
    isOtherForm: boolean,
  ): LikeScore | undefined {
    const weights = words.map((word) => wordWeight(word, this.#counts.get(word) ?? 0, this.#names))
    const seat = isFormer ? [] : splitWords(fold(company.seat)).map(({ text }) => text)
    const name = {
      words,
      weights,
      seat,
      isOtherForm,
      isFormer,
      mayHaveLetters: () => true,
      mayBeWritten: true,
    }
    const asked = this.#asked.words
    return nameLikeness(this.#asked, name, {
      likenessAt: (i, j) => wordLikeness(asked[i] as string, words[j] as string),
      isJoinedAt: (from, to, j) => isJoined(asked.slice(from, to), words[j] as string),
      isPartedAt: (i, from, to) => isParted(asked[i] as string, words.slice(from, to)),
    })
  }
}
