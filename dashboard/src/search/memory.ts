/** What one visit remembers, so that the way back costs nothing: answers, the closed lists, the last search. */
import { createContext, useContext } from 'react'
import { look } from '../api/call.ts'
import type { Reference, SearchAnswer } from './answers.ts'

/** Older answers make room. */
const ANSWERS_MAX = 30
/** An older answer is asked for anew. */
const FRESH_MS = 5 * 60_000

export class KeptAnswers {
  readonly #answers = new Map<string, { readonly answer: SearchAnswer; readonly atMs: number }>()

  get(key: string): SearchAnswer | undefined {
    const kept = this.#answers.get(key)
    return kept !== undefined && Date.now() - kept.atMs < FRESH_MS ? kept.answer : undefined
  }

  put(key: string, answer: SearchAnswer): void {
    this.#answers.delete(key)
    this.#answers.set(key, { answer, atMs: Date.now() })
    for (const old of this.#answers.keys()) {
      if (this.#answers.size <= ANSWERS_MAX) return
      this.#answers.delete(old)
    }
  }

  drop(key: string): void {
    this.#answers.delete(key)
  }
}

export class Memory {
  readonly answers = new KeptAnswers()
  /** Path and query of the search that was shown last. */
  lastSearch: string | undefined
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
