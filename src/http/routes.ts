/** The table of contents: every route of the service. */
import { dashboardRoutes } from './app/app-routes.ts'
import { batchRoute } from './batch-route.ts'
import { changesRoute } from './changes-route.ts'
import { companyRoute } from './company-route.ts'
import { type ReadSources, rememberSources } from './data-age.ts'
import { docsRoutes } from './docs-routes.ts'
import { entryRoute } from './entry-route.ts'
import { HEALTH_ROUTES } from './health-routes.ts'
import { listRoute } from './list-route.ts'
import { metricsRoute } from './metrics-route.ts'
import { referenceRoute } from './reference-route.ts'
import type { HttpNeeds, Route } from './route.ts'
import { searchRoute } from './search-route.ts'
import type { HttpSettings } from './server.ts'
import { sourcesRoute } from './sources-route.ts'
import { suggestRoute } from './suggest-route.ts'
import { readTryScript } from './try-script.ts'
import { usageRoute } from './usage-route.ts'

type RouteSettings = Pick<HttpSettings, 'version' | 'metricsToken'>

/** The API itself: what the OpenAPI document and the docs page describe. */
export function apiRoutes(needs: Pick<HttpNeeds, 'companies' | 'clock'>): readonly Route[] {
  return apiRoutesOver(rememberSources(needs), '')
}

/** All of it: the API, the pages about it, the dashboard, and with a token the metrics. */
export function allRoutes(
  needs: Pick<HttpNeeds, 'companies' | 'clock'>,
  settings: RouteSettings,
): readonly Route[] {
  return routesOver(rememberSources(needs), settings)
}

/** The id of each route, in the order of `allRoutes`. */
export function routeIds(settings: RouteSettings): readonly string[] {
  // No route is asked anything here.
  return routesOver(() => [], settings).map(({ id }) => id)
}

function routesOver(readSources: ReadSources, { version, metricsToken }: RouteSettings): readonly Route[] {
  const api = apiRoutesOver(readSources, version)
  const pages = [...docsRoutes(api, version, readTryScript), ...dashboardRoutes(version, readSources)]
  return [...api, ...pages, ...(metricsToken ? [metricsRoute(metricsToken)] : [])]
}

function apiRoutesOver(readSources: ReadSources, version: string): readonly Route[] {
  return [
    entryRoute(version),
    searchRoute(readSources),
    batchRoute(readSources),
    suggestRoute(),
    listRoute(readSources),
    companyRoute(readSources),
    changesRoute(),
    usageRoute(),
    referenceRoute(),
    sourcesRoute(readSources),
    ...HEALTH_ROUTES,
  ]
}
