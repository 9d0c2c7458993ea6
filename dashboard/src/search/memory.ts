/**
 * What the search keeps while the page is open, so that going back needs no calls: answers, reference lists,
 * the last search.
 */
import { createContext, useContext } from 'react'
import { get } from '../api/call.ts'
import type { FacetCounts, Reference, SearchAnswer } from './answers.ts'
import { KeptAnswers } from './kept-answers.ts'

export class Memory {
  readonly answers = new KeptAnswers<SearchAnswer>()
  readonly facets = new KeptAnswers<FacetCounts>()
  /** Path and query of the last search that was shown. */
  lastSearch: string | undefined
  /** Path of the company that was opened from a search, which is one step back in the browser's history. */
  openedFromSearch: string | undefined
  #reference: Promise<Reference> | undefined

  /**
   * Returns the reference lists, loaded once; a failed call is repeated at the next use.
   *
   * @throws CallFailure
   */
  reference(): Promise<Reference> {
    this.#reference ??= get<Reference>('reference').catch((fault: unknown) => {
      this.#reference = undefined
      throw fault
    })
    return this.#reference
  }
}

export const MemoryContext = createContext<Memory | undefined>(undefined)

export function useMemory(): Memory {
  const memory = useContext(MemoryContext)
  if (memory === undefined) throw new Error('the search is mounted without a memory')
  return memory
}
