/** Names while one types: asked a moment after the last key, and given up when the next key comes. */
import { useEffect, useState } from 'react'
import { look } from '../api/call.ts'
import type { Suggestion } from './answers.ts'

const PAUSE_MS = 80
/** Shorter beginnings fit nearly everything. */
const CHARS_MIN = 2

const NONE: readonly Suggestion[] = []

/**
 * Empty while `text` is too short, while nothing fits, and when the server refuses: then one can still
 * search.
 */
export function useSuggestions(text: string, isWanted: boolean): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState(NONE)
  const asked = isWanted && text.trim().length >= CHARS_MIN ? text.trim() : ''
  useEffect(() => {
    if (asked === '') return setSuggestions(NONE)
    const giveUp = new AbortController()
    const timer = setTimeout(() => {
      look<Suggestion[]>(`suggest?q=${encodeURIComponent(asked)}`, giveUp.signal).then(setSuggestions, () => {
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
