import { lazyPage, type PageRoute } from '../../page-route.ts'

/** The page about usage. */
export const USAGE_PAGES: readonly PageRoute[] = [
  { path: '/usage', frame: 'app', page: lazyPage(() => import('./index.tsx'), 'UsagePage') },
]
