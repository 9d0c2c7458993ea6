import { lazyPage, type PageRoute } from '../../page-route.ts'

const load = () => import('./index.tsx')

/** The watch lists and webhooks, and one of each. */
export const WATCHES_PAGES: readonly PageRoute[] = [
  { path: '/watches', frame: 'app', page: lazyPage(load, 'WatchesPage') },
  { path: '/watches/$id', frame: 'app', page: lazyPage(load, 'WatchPage') },
  { path: '/watches/webhooks/$id', frame: 'app', page: lazyPage(load, 'WebhookPage') },
]
