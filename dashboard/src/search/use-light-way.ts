/** The way of the light page: the browser's own history, no router. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { SessionAnswer } from '../api/types.ts'
import type { Way } from './way.tsx'

/** Told to this page's own listeners after a step that no `popstate` tells. */
const STEP = 'fs-step'

export function useLightWay(session: SessionAnswer | undefined): Way {
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

function listen(hear: () => void): () => void {
  addEventListener('popstate', hear)
  addEventListener(STEP, hear)
  return () => {
    removeEventListener('popstate', hear)
    removeEventListener(STEP, hear)
  }
}
