/** The pages of the dashboard: the router in the browser has the same list (test/api/app-pages.test.ts). */

/** Pages of the app; what is shown there is asked for by its scripts. */
export const APP_PAGES = [
  '/signin',
  '/signup',
  '/confirm',
  '/reset',
  '/keys',
  '/keys/:id',
  '/usage',
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
  '/operator/letters',
  '/operator/history',
  '/letters',
] as const

/** Of both entries: with PUBLIC_SEARCH, whoever is not signed in gets the light one. */
export const SEARCH_PAGES = ['/search', '/company/:uuid'] as const
