/** Search and company pages, wherever they are mounted: on the light page, or in the app. */
import { useEffect, useMemo, useRef } from 'react'
import { CompanyPage } from './company-page.tsx'
import { type Memory, Remembered } from './memory.ts'
import { ReferenceOf } from './reference.tsx'
import './company.css'
import './controls.css'
import './filters.css'
import './hits.css'
import './notices.css'
import './question.css'
import { SearchPage } from './search-page.tsx'
import { type Way, WayTo } from './way.tsx'

const COMPANY = /^\/company\/([^/]+)\/?$/

/** `way.path` decides which of the two is shown; `memory` outlives both. */
export function SearchRoom({ way, memory }: { readonly way: Way; readonly memory: Memory }) {
  const uuid = COMPANY.exec(way.path)?.[1]
  useFocusOnArrival(uuid)
  const remembering = useMemo<Way>(() => {
    const go: Way['go'] = (url, options) => {
      if (COMPANY.test(url)) memory.openedFromSearch = COMPANY.test(way.path) ? undefined : url
      way.go(url, options)
    }
    return { ...way, go }
  }, [way, memory])
  return (
    <WayTo way={remembering}>
      <Remembered value={memory}>
        <ReferenceOf>{uuid === undefined ? <SearchPage /> : <CompanyPage uuid={uuid} />}</ReferenceOf>
      </Remembered>
    </WayTo>
  )
}

/** From one page to the other: the focus goes to its beginning, as it does when a browser loads one. */
function useFocusOnArrival(uuid: string | undefined): void {
  const before = useRef(uuid)
  useEffect(() => {
    if (before.current === uuid) return
    before.current = uuid
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [uuid])
}
