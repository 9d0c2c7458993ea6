import { lazyPage, type PageRoute } from '../../page-route.ts'

const page = lazyPage(() => import('./index.tsx'), 'SearchRoomPage')

/** Search and company pages in the shell. Visitors get the light page instead, if the server allows it. */
export const SEARCH_PAGES: readonly PageRoute[] = [
  { path: '/search', frame: 'app', page },
  { path: '/company/$uuid', frame: 'app', page },
]
