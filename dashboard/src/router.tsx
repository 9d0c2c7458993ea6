/** The router over the pages of all areas, each in its frame. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { PageRoute } from './page-route.ts'
import { ACCOUNT_PAGES } from './pages/account/routes.ts'
import { AUTH_PAGES } from './pages/auth/routes.ts'
import { EMAILS_PAGES } from './pages/emails/routes.ts'
import { KEYS_PAGES } from './pages/keys/routes.ts'
import { MATCHES_PAGES } from './pages/matches/routes.ts'
import { OPERATOR_PAGES } from './pages/operator/routes.ts'
import { SEARCH_PAGES } from './pages/search/routes.ts'
import { USAGE_PAGES } from './pages/usage/routes.ts'
import { WATCHES_PAGES } from './pages/watches/routes.ts'
import { PageFailure } from './parts/failure.tsx'
import { PageLoading } from './parts/loading.tsx'
import { AppFrame, OperatorFrame, UnknownAddress } from './shell/app-frame.tsx'
import { HOME } from './shell/owner.ts'
import { PlainFrame } from './shell/plain-frame.tsx'

const PAGES: readonly PageRoute[] = [
  ...AUTH_PAGES,
  ...KEYS_PAGES,
  ...SEARCH_PAGES,
  ...USAGE_PAGES,
  ...MATCHES_PAGES,
  ...WATCHES_PAGES,
  ...ACCOUNT_PAGES,
  ...OPERATOR_PAGES,
  ...EMAILS_PAGES,
]

const FRAMES = { plain: PlainFrame, app: AppFrame, operator: OperatorFrame } as const

export function makeRouter() {
  const root = createRootRoute({ component: Outlet, notFoundComponent: UnknownAddress })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    // A link to a search opens it, with or without a session.
    beforeLoad: ({ search }) => {
      const isSearch = 'q' in search
      throw redirect({ to: isSearch ? '/search' : HOME, ...(isSearch && { search }), replace: true } as never)
    },
  })
  const frames = Object.entries(FRAMES).map(([frame, component]) => {
    const layout = createRoute({ getParentRoute: () => root, id: frame, component })
    const pages = PAGES.filter((page) => page.frame === frame)
    return layout.addChildren(
      pages.map(({ path, page }) => createRoute({ getParentRoute: () => layout, path, component: page })),
    )
  })
  return createRouter({
    routeTree: root.addChildren([home, ...frames]),
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: FailedPage,
    scrollRestoration: true,
    // Plain parameters, as in `?q=Siemens`; every value is a text.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (values) => {
      const text = new URLSearchParams(values as Record<string, string>).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

function FailedPage({ error, reset }: ErrorComponentProps) {
  return <PageFailure fault={error} onRetry={reset} isWhole />
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
