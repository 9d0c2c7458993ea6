/** Loads the answer to a search: one call, aborted when another search follows, and cached. */
import { useCallback, useEffect, useState } from 'react'
import { CallFailure, post } from '../api/call.ts'
import type { SearchAnswer } from './answers.ts'
import { useMemory } from './memory.ts'
import { bodyOf, type Question } from './question.ts'

export type AnswerState =
  | { readonly state: 'nothing' }
  /** `before`: the answer to the previous search, until the new one arrives. */
  | { readonly state: 'asking'; readonly before: SearchAnswer | undefined }
  | { readonly state: 'found'; readonly answer: SearchAnswer }
  | { readonly state: 'failed'; readonly fault: CallFailure }

export interface AnswerLoader {
  readonly asking: AnswerState
  /** Repeats the search. */
  readonly again: () => void
  /**
   * Loads the next page and appends its hits.
   *
   * @throws CallFailure
   */
  readonly more: () => Promise<void>
}

export function useAnswer(question: Question, isDeep: boolean, isWanted: boolean): AnswerLoader {
  const kept = useMemory().answers
  const key = isWanted && question.name !== '' ? JSON.stringify(bodyOf(question, isDeep)) : undefined
  // Read from the cache at the first drawing, so that the browser can restore the scroll position.
  const [asking, setAsking] = useState<AnswerState>(() =>
    askingOf(key === undefined ? undefined : kept.get(key)),
  )
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same once more
  useEffect(() => {
    if (key === undefined) return setAsking({ state: 'nothing' })
    const known = kept.get(key)
    if (known !== undefined) return setAsking({ state: 'found', answer: known })
    const giveUp = new AbortController()
    setAsking((now) => ({ state: 'asking', before: answerOf(now) }))
    post<SearchAnswer>('search', JSON.parse(key), giveUp.signal).then(
      (answer) => {
        kept.put(key, answer)
        setAsking({ state: 'found', answer })
      },
      (fault: unknown) => {
        if (fault instanceof CallFailure) setAsking({ state: 'failed', fault })
      },
    )
    return () => giveUp.abort()
  }, [key, tries, kept])

  const again = useCallback(() => {
    if (key !== undefined) kept.drop(key)
    setTries((count) => count + 1)
  }, [key, kept])

  const answer = answerOf(asking)
  const more = useCallback(async () => {
    if (key === undefined || answer === undefined || answer.next_cursor === null) return
    const next = await post<SearchAnswer>('search', { ...JSON.parse(key), cursor: answer.next_cursor })
    const joined = { ...next, hits: [...answer.hits, ...next.hits], request: answer.request }
    kept.put(key, joined)
    setAsking({ state: 'found', answer: joined })
  }, [key, answer, kept])

  return { asking, again, more }
}

function askingOf(answer: SearchAnswer | undefined): AnswerState {
  return answer === undefined ? { state: 'nothing' } : { state: 'found', answer }
}

/** Returns the answer that can be shown now. */
export function answerOf(asking: AnswerState): SearchAnswer | undefined {
  if (asking.state === 'found') return asking.answer
  return asking.state === 'asking' ? asking.before : undefined
}
