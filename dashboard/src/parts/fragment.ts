/**
 * What stands behind the `#` of a mailed or printed link. It is taken out of the address, so that no list of
 * visited pages keeps it, and kept in the state of this step of the history, so that a reload finds it.
 */
import { useEffect, useState } from 'react'

interface Kept {
  readonly fragment?: string
}

/** `''` without one. Another link opened in the same tab is read as well. */
export function useFragment(): string {
  const [fragment, setFragment] = useState(takeFragment)
  useEffect(() => {
    const read = () => {
      if (location.hash.length > 1) setFragment(takeFragment())
    }
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return fragment
}

function takeFragment(): string {
  const state = history.state as Kept | null
  const fragment = decodeURIComponent(location.hash.slice(1))
  if (fragment === '') return state?.fragment ?? ''
  history.replaceState({ ...state, fragment }, '', location.pathname + location.search)
  return fragment
}
