import { lazyPage, type PageRoute } from '../../page-route.ts'

const page = lazyPage(() => import('./index.tsx'), 'SearchRoomPage')

/** Search and company, inside the shell. Who is not signed in has them as the light page, where the house lets him. */
export const SEARCH_PAGES: readonly PageRoute[] = [
  { path: '/search', frame: 'app', page },
  { path: '/company/$uuid', frame: 'app', page },
]
