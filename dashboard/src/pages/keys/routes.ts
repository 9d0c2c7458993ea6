import { lazyPage, type PageRoute } from '../../page-route.ts'

const load = () => import('./index.tsx')

/** The list of keys, and one key. */
export const KEYS_PAGES: readonly PageRoute[] = [
  { path: '/keys', frame: 'app', page: lazyPage(load, 'KeysPage') },
  { path: '/keys/$id', frame: 'app', page: lazyPage(load, 'KeyPage') },
]
