/**
 * Paths of the dashboard's pages; the router in the browser has the same list (test/api/app-pages.test.ts).
 */

/** Pages of the app; their scripts request the content. */
export const APP_PAGES = [
  '/signin',
  '/signup',
  '/confirm',
  '/reset',
  '/keys',
  '/keys/:id',
  '/usage',
  '/matches',
  '/matches/:id',
  '/watches',
  '/watches/:id',
  '/watches/webhooks/:id',
  '/account',
  '/account/security',
  '/account/sessions',
  '/account/history',
  '/account/data',
  '/operator',
  '/operator/accounts',
  '/operator/invitations',
  '/operator/keys',
  '/operator/suppressed',
  '/operator/emails',
  '/operator/history',
  '/emails',
] as const

/** Pages of both entries: with PUBLIC_SEARCH, visitors who are not signed in get the small one. */
export const SEARCH_PAGES = ['/search', '/company/:uuid'] as const
