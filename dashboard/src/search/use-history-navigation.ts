/** Navigation of the light page by the browser's history, without a router. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { SessionAnswer } from '../api/types.ts'
import type { SearchNavigation } from './navigation.tsx'

/** An event for steps that trigger no `popstate`. */
const STEP = 'fs-step'

export function useHistoryNavigation(session: SessionAnswer | undefined): SearchNavigation {
  const place = useSyncExternalStore(listen, () => location.pathname + location.search)
  const go = useCallback((url: string, { replace = false } = {}) => {
    if (replace) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
    if (!replace) scrollTo(0, 0)
    dispatchEvent(new Event(STEP))
  }, [])
  return useMemo(() => {
    const cut = place.indexOf('?')
    return {
      searchPath: '/',
      path: cut < 0 ? place : place.slice(0, cut),
      search: cut < 0 ? '' : place.slice(cut),
      go,
      isSignedIn: Boolean(session?.account),
      offersAccount: session !== undefined && session.settings.sign_up !== 'closed',
    }
  }, [place, go, session])
}

function listen(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(STEP, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(STEP, listener)
  }
}
