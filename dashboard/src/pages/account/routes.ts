import { lazyPage, type PageRoute } from '../../page-route.ts'

const load = () => import('./index.tsx')

/** The pages of the account. */
export const ACCOUNT_PAGES: readonly PageRoute[] = [
  { path: '/account', frame: 'app', page: lazyPage(load, 'ProfilePage') },
  { path: '/account/security', frame: 'app', page: lazyPage(load, 'SecurityPage') },
  { path: '/account/sessions', frame: 'app', page: lazyPage(load, 'SessionsPage') },
  { path: '/account/history', frame: 'app', page: lazyPage(load, 'HistoryPage') },
  { path: '/account/data', frame: 'app', page: lazyPage(load, 'DataPage') },
]
