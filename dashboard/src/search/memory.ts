/**
 * What one visit remembers, so that the way back costs nothing: answers, the closed lists, the last search.
 */
import { createContext, useContext } from 'react'
import { look } from '../api/call.ts'
import type { Reference } from './answers.ts'
import { KeptAnswers } from './kept-answers.ts'

export class Memory {
  readonly answers = new KeptAnswers()
  /** Path and query of the search that was shown last. */
  lastSearch: string | undefined
  /**
   * Path of the company that was opened from a search, which is then one step back in the browser's history.
   */
  openedFromSearch: string | undefined
  #reference: Promise<Reference> | undefined

  /** Asked for once; after a failure once more at the next need. @throws CallFailure */
  reference(): Promise<Reference> {
    this.#reference ??= look<Reference>('reference').catch((fault: unknown) => {
      this.#reference = undefined
      throw fault
    })
    return this.#reference
  }
}

export const Remembered = createContext<Memory | undefined>(undefined)

export function useMemory(): Memory {
  const memory = useContext(Remembered)
  if (memory === undefined) throw new Error('the search is mounted without a memory')
  return memory
}
