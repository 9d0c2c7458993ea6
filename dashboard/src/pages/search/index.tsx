/**
 * The search inside the app: the same components as on the light page, with the app's router as their way.
 */
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { SESSION } from '../../api/queries.ts'
import { Memory } from '../../search/memory.ts'
import { SearchRoom } from '../../search/search-room.tsx'
import type { Way } from '../../search/way.tsx'

/** One for both pages, as long as the app is open. */
const MEMORY = new Memory()

export function SearchRoomPage() {
  const { history } = useRouter()
  const { pathname, searchStr } = useLocation()
  const session = useQuery(SESSION)
  const isSignedIn = Boolean(session.data?.account)
  const go = useCallback<Way['go']>(
    (url, options) => (options?.replace ? history.replace(url) : history.push(url)),
    [history],
  )
  const way = useMemo<Way>(
    () => ({ searchPath: '/search', path: pathname, search: searchStr, go, isSignedIn, offersAccount: true }),
    [pathname, searchStr, go, isSignedIn],
  )
  return <SearchRoom way={way} memory={MEMORY} />
}
