/** Loads suggestions while somebody types: shortly after the last key, aborted by the next one. */
import { useEffect, useState } from 'react'
import { get } from '../api/call.ts'
import type { Suggestion } from './answers.ts'

const PAUSE_MS = 80
/** Shorter prefixes match nearly everything. */
const CHARS_MIN = 2

const NONE: readonly Suggestion[] = []

/**
 * Returns the suggestions. Empty if the text is too short, nothing matches, or the call fails; the search
 * still works then.
 */
export function useSuggestions(text: string, isWanted: boolean): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState(NONE)
  const asked = isWanted && text.trim().length >= CHARS_MIN ? text.trim() : ''
  useEffect(() => {
    if (asked === '') return setSuggestions(NONE)
    const giveUp = new AbortController()
    const timer = setTimeout(() => {
      get<Suggestion[]>(`suggest?q=${encodeURIComponent(asked)}`, giveUp.signal).then(setSuggestions, () => {
        if (!giveUp.signal.aborted) setSuggestions(NONE)
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [asked])
  return suggestions
}
