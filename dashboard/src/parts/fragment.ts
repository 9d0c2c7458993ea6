/** What stands behind the `#` of a mailed link: read once and taken out of the address, so that no history keeps it. */
import { useEffect, useState } from 'react'

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
  const fragment = decodeURIComponent(location.hash.slice(1))
  if (fragment !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return fragment
}
