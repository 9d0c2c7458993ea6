/**
 * One search from question to answer: asked once, given up when another question overtakes it, kept for the
 * way back.
 */
import { useCallback, useEffect, useState } from 'react'
import { CallFailure, change } from '../api/call.ts'
import type { SearchAnswer } from './answers.ts'
import { useMemory } from './memory.ts'
import { bodyOf, type Question } from './question.ts'

export type Asking =
  | { readonly state: 'nothing' }
  /** `before`: the answer to the question before, until the new one is there. */
  | { readonly state: 'asking'; readonly before: SearchAnswer | undefined }
  | { readonly state: 'found'; readonly answer: SearchAnswer }
  | { readonly state: 'failed'; readonly fault: CallFailure }

export interface Answering {
  readonly asking: Asking
  /** Asks the same once more. */
  readonly again: () => void
  /** The next page, put behind those that are there. @throws CallFailure */
  readonly more: () => Promise<void>
}

export function useAnswer(question: Question, isDeep: boolean, isWanted: boolean): Answering {
  const kept = useMemory().answers
  const key = isWanted && question.name !== '' ? JSON.stringify(bodyOf(question, isDeep)) : undefined
  // Found at the first drawing already, so that on the way back the browser has the height to scroll to.
  const [asking, setAsking] = useState<Asking>(() => askingOf(key === undefined ? undefined : kept.get(key)))
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same once more
  useEffect(() => {
    if (key === undefined) return setAsking({ state: 'nothing' })
    const known = kept.get(key)
    if (known !== undefined) return setAsking({ state: 'found', answer: known })
    const giveUp = new AbortController()
    setAsking((now) => ({ state: 'asking', before: answerOf(now) }))
    change<SearchAnswer>('search', JSON.parse(key), giveUp.signal).then(
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
    const next = await change<SearchAnswer>('search', { ...JSON.parse(key), cursor: answer.next_cursor })
    const joined = { ...next, hits: [...answer.hits, ...next.hits], request: answer.request }
    kept.put(key, joined)
    setAsking({ state: 'found', answer: joined })
  }, [key, answer, kept])

  return { asking, again, more }
}

function askingOf(answer: SearchAnswer | undefined): Asking {
  return answer === undefined ? { state: 'nothing' } : { state: 'found', answer }
}

/** What can be shown of it now. */
export function answerOf(asking: Asking): SearchAnswer | undefined {
  if (asking.state === 'found') return asking.answer
  return asking.state === 'asking' ? asking.before : undefined
}
