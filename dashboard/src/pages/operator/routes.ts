import { lazyPage, type PageRoute } from '../../page-route.ts'

const load = () => import('./index.tsx')

/** The pages for operators. */
export const OPERATOR_PAGES: readonly PageRoute[] = [
  { path: '/operator', frame: 'operator', page: lazyPage(load, 'StatePage') },
  { path: '/operator/accounts', frame: 'operator', page: lazyPage(load, 'AccountsPage') },
  { path: '/operator/invitations', frame: 'operator', page: lazyPage(load, 'InvitationsPage') },
  { path: '/operator/keys', frame: 'operator', page: lazyPage(load, 'OperatorKeysPage') },
  { path: '/operator/suppressed', frame: 'operator', page: lazyPage(load, 'SuppressedPage') },
  { path: '/operator/emails', frame: 'operator', page: lazyPage(load, 'OperatorEmailsPage') },
  { path: '/operator/history', frame: 'operator', page: lazyPage(load, 'OperatorHistoryPage') },
]
