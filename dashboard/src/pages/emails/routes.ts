import { lazyPage, type PageRoute } from '../../page-route.ts'

/** Where e-mails are read in a house without a mail server. */
export const EMAILS_PAGES: readonly PageRoute[] = [
  { path: '/emails', frame: 'plain', page: lazyPage(() => import('./index.tsx'), 'EmailsPage') },
]
