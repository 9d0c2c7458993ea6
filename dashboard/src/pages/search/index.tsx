/** The search inside the app: the components of the light page over the router of the app. */
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { SESSION } from '../../api/queries.ts'
import { Memory } from '../../search/memory.ts'
import type { SearchNavigation } from '../../search/navigation.tsx'
import { SearchPages } from '../../search/search-pages.tsx'
import { WatchCompany } from './watch-company.tsx'

/** Shared by search and company pages while the app is open. */
const MEMORY = new Memory()

export function SearchRoomPage() {
  const { history } = useRouter()
  const { pathname, searchStr } = useLocation()
  const session = useQuery(SESSION)
  const isSignedIn = Boolean(session.data?.account)
  const go = useCallback<SearchNavigation['go']>(
    (url, options) => (options?.replace ? history.replace(url) : history.push(url)),
    [history],
  )
  const navigation = useMemo<SearchNavigation>(
    () => ({
      ...{ searchPath: '/search', path: pathname, search: searchStr, go, isSignedIn, offersAccount: true },
      ...(isSignedIn && { actionOf: (company) => <WatchCompany company={company} /> }),
    }),
    [pathname, searchStr, go, isSignedIn],
  )
  return <SearchPages navigation={navigation} memory={MEMORY} />
}
