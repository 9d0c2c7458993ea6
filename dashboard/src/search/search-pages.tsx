/** Search and company pages, on the light page or in the app. */
import { useEffect, useMemo, useRef } from 'react'
import { CompanyPage } from './company-page.tsx'
import { type Memory, MemoryContext } from './memory.ts'
import { ReferenceOf } from './reference.tsx'
import './company.css'
import './controls.css'
import './filters.css'
import './hits.css'
import './related.css'
import './notices.css'
import './question.css'
import { NavigationProvider, type SearchNavigation } from './navigation.tsx'
import { SearchPage } from './search-page.tsx'

const COMPANY = /^\/company\/([^/]+)\/?$/

/** `navigation.path` determines which of the two is shown; `memory` outlives both. */
export function SearchPages({
  navigation,
  memory,
}: {
  readonly navigation: SearchNavigation
  readonly memory: Memory
}) {
  const uuid = COMPANY.exec(navigation.path)?.[1]
  useFocusOnArrival(uuid)
  const remembering = useMemo<SearchNavigation>(() => {
    const go: SearchNavigation['go'] = (url, options) => {
      if (COMPANY.test(url)) memory.openedFromSearch = COMPANY.test(navigation.path) ? undefined : url
      navigation.go(url, options)
    }
    return { ...navigation, go }
  }, [navigation, memory])
  return (
    <NavigationProvider navigation={remembering}>
      <MemoryContext value={memory}>
        <ReferenceOf>{uuid === undefined ? <SearchPage /> : <CompanyPage uuid={uuid} />}</ReferenceOf>
      </MemoryContext>
    </NavigationProvider>
  )
}

/** Focuses the start of a page after navigation, as a browser does when it loads one. */
function useFocusOnArrival(uuid: string | undefined): void {
  const before = useRef(uuid)
  useEffect(() => {
    if (before.current === uuid) return
    before.current = uuid
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [uuid])
}
