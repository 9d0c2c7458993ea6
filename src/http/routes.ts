/** The table of contents: every route of the service. */
import { dashboardRoutes } from './app/app-routes.ts'
import { batchRoute } from './batch-route.ts'
import { changesRoute } from './changes-route.ts'
import { companyRoute } from './company-route.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import { entryRoute } from './entry-route.ts'
import { HEALTH_ROUTES } from './health-routes.ts'
import { listRoute } from './list-route.ts'
import { metricsRoute } from './metrics-route.ts'
import { referenceRoute } from './reference-route.ts'
import type { Route } from './route.ts'
import { searchRoute } from './search-route.ts'
import type { HttpSettings } from './settings.ts'
import { sourcesRoute } from './sources-route.ts'
import { suggestRoute } from './suggest-route.ts'
import { usageRoute } from './usage-route.ts'

type RouteSettings = Pick<HttpSettings, 'version' | 'metricsToken'>

/** The API itself: what the OpenAPI document and the docs page describe. `version` is that of the product. */
export function apiRoutes(version = ''): readonly Route[] {
  return [
    entryRoute(version),
    searchRoute(),
    batchRoute(),
    suggestRoute(),
    listRoute(),
    companyRoute(),
    changesRoute(),
    usageRoute(),
    referenceRoute(),
    sourcesRoute(),
    ...HEALTH_ROUTES,
  ]
}

/** All of it: the API, the pages about it, the dashboard, and with a token the metrics. */
export function allRoutes({ version, metricsToken }: RouteSettings): readonly Route[] {
  const api = apiRoutes(version)
  const pages = [...docsRoutes(api, version), ...dashboardRoutes(version)]
  return [...api, ...pages, ...(metricsToken ? [metricsRoute(metricsToken)] : [])]
}
