/** Terms of names that are misspelt terms of a query. */
import { weightedEditsOf } from '../../names/likeness/likeness-facts.ts'
import { qualityOf } from '../../names/likeness/shared-words.ts'
import type { TermMatches } from './term-matches.ts'
import { BEGINS_SPLIT, NO_MATCH } from './term-matches.ts'

/** A term of a name that is another spelling of one term of the query: the best of these matches. */
export interface MisspeltTerm {
  /** The highest quality (`qualityOf`), and the lowest cost (`weightedEditsOf`). */
  readonly quality: number
  readonly edits: number
  /** The highest matched weight of a term of the query. */
  readonly weight: number
  /** The position of that term in the query; `undefined` if there are several. */
  readonly onlyMatch: number | undefined
}

/** What is known of misspelt terms, computed once a term: names of one search share many. */
export class MisspeltTerms {
  readonly #matches: TermMatches
  readonly #words: readonly string[]
  /** By the first match of a term. */
  readonly #known = new Map<number, MisspeltTerm>()

  /** `words`: those of the query. */
  constructor(matches: TermMatches, words: readonly string[]) {
    this.#matches = matches
    this.#words = words
  }

  /**
   * Returns what is known of the term with this first match; `undefined` if it equals a term of the query, or is several of
   * them joined.
   */
  of(first: number): MisspeltTerm | undefined {
    const known = this.#known.get(first)
    if (known !== undefined) return known
    const found = this.#find(first)
    if (found !== undefined) this.#known.set(first, found)
    return found
  }

  #find(first: number): MisspeltTerm | undefined {
    const { positions, queryWeights, likenesses, next } = this.#matches
    let [quality, edits, weight, matches, last] = [0, Number.POSITIVE_INFINITY, 0, 0, 0]
    for (let at = first; at !== NO_MATCH; at = next[at] as number) {
      const i = positions[at] as number
      if (i === BEGINS_SPLIT) continue
      const likeness = likenesses[at]
      if (likeness === undefined || likeness.kind === 'same') return undefined
      quality = Math.max(quality, qualityOf(likeness))
      edits = Math.min(edits, weightedEditsOf(likeness, (this.#words[i] as string).length))
      weight = Math.max(weight, queryWeights[at] as number)
      last = i
      matches++
    }
    return { quality, edits, weight, onlyMatch: matches === 1 ? last : undefined }
  }
}
