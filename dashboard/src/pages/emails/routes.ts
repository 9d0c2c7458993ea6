import { lazyPage, type PageRoute } from '../../page-route.ts'

/** The page that shows the e-mails of a server without a mail server. */
export const EMAILS_PAGES: readonly PageRoute[] = [
  { path: '/emails', frame: 'plain', page: lazyPage(() => import('./index.tsx'), 'EmailsPage') },
]
