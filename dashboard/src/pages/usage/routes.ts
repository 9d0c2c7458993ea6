import { lazyPage, type PageRoute } from '../../page-route.ts'

/** What keys were used for. */
export const USAGE_PAGES: readonly PageRoute[] = [
  { path: '/usage', frame: 'app', page: lazyPage(() => import('./index.tsx'), 'UsagePage') },
]
