/** All routes of the server. */

import { batchRoute } from './api/batch-route.ts'
import { changesRoute } from './api/changes-route.ts'
import { companyRoute } from './api/company-route.ts'
import { entryRoute } from './api/entry-route.ts'
import { facetsRoute } from './api/facets-route.ts'
import { listRoute } from './api/list-route.ts'
import { matchesRoutes } from './api/matches-routes.ts'
import { referenceRoute } from './api/reference-route.ts'
import { searchRoute } from './api/search-route.ts'
import { sourcesRoute } from './api/sources-route.ts'
import { startMatchRoute } from './api/start-match-route.ts'
import { suggestRoute } from './api/suggest-route.ts'
import { usageRoute } from './api/usage-route.ts'
import { watchedCompaniesRoutes } from './api/watched-companies-routes.ts'
import { watchesRoutes } from './api/watches-routes.ts'
import { webhooksRoutes } from './api/webhooks-routes.ts'
import { dashboardRoutes } from './app/app-routes.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { HEALTH_ROUTES } from './monitoring/health-routes.ts'
import { metricsRoute } from './monitoring/metrics-route.ts'
import { previewRoute } from './reconcile/preview-route.ts'
import { serviceRoutes } from './reconcile/service-routes.ts'
import { SUGGEST_ROUTES } from './reconcile/suggest-routes.ts'
import type { Route } from './request/route.ts'
import type { HttpSettings } from './request/settings.ts'

type RouteSettings = Pick<HttpSettings, 'version' | 'metricsToken'>

/**
 * Returns the routes of the API, which the OpenAPI document and the docs page describe. `version` is that of
 * the product.
 */
export function apiRoutes(version = ''): readonly Route[] {
  return [
    entryRoute(version),
    searchRoute,
    facetsRoute,
    batchRoute,
    suggestRoute,
    listRoute,
    companyRoute,
    changesRoute,
    startMatchRoute,
    ...matchesRoutes,
    ...watchesRoutes,
    ...watchedCompaniesRoutes,
    ...webhooksRoutes,
    usageRoute,
    referenceRoute,
    sourcesRoute,
    ...HEALTH_ROUTES,
  ]
}

/** The routes for OpenRefine, which their manifest describes. */
function reconciliationRoutes(version: string): readonly Route[] {
  return [...serviceRoutes(version), ...SUGGEST_ROUTES, previewRoute]
}

/**
 * Returns all routes: the API, the tools for assistants, the service for OpenRefine, the documentation, the dashboard,
 * and the metrics if a token is set.
 */
export function allRoutes({ version, metricsToken }: RouteSettings): readonly Route[] {
  const api = apiRoutes(version)
  const pages = [...docsRoutes(api, version), ...dashboardRoutes(version)]
  return [
    ...api,
    mcpRoute(version),
    ...reconciliationRoutes(version),
    ...pages,
    ...(metricsToken ? [metricsRoute(metricsToken)] : []),
  ]
}
