/**
 * The part after `#` of a link in an e-mail or on paper. It is removed from the address, so that it is not
 * stored in the list of visited pages, and kept in the state of the history entry, so that a reload finds it.
 */
import { useEffect, useState } from 'react'

interface Kept {
  readonly fragment?: string
}

/** Returns the fragment, or `''`. It also reads a second link that is opened in the same tab. */
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
