import { lazyPage, type PageRoute } from '../../page-route.ts'

const load = () => import('./index.tsx')

/** The lists that are matched, and one of them. */
export const MATCHES_PAGES: readonly PageRoute[] = [
  { path: '/matches', frame: 'app', page: lazyPage(load, 'MatchesPage') },
  { path: '/matches/$id', frame: 'app', page: lazyPage(load, 'MatchPage') },
]
