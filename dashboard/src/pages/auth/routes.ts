import { lazyPage, type PageRoute } from '../../page-route.ts'

const load = () => import('./index.tsx')

/** The pages for signing up, signing in and resetting a password. */
export const AUTH_PAGES: readonly PageRoute[] = [
  { path: '/signup', frame: 'plain', page: lazyPage(load, 'SignUpPage') },
  { path: '/confirm', frame: 'plain', page: lazyPage(load, 'ConfirmPage') },
  { path: '/signin', frame: 'plain', page: lazyPage(load, 'SignInPage') },
  { path: '/reset', frame: 'plain', page: lazyPage(load, 'ResetPage') },
]
