/** The table of contents: every route of the service. */
import { dashboardRoutes } from './app/app-routes.ts'
import { companyRoute } from './company-route.ts'
import { type ReadSources, rememberSources } from './data-age.ts'
import { docsRoutes } from './docs-routes.ts'
import { HEALTH_ROUTES } from './health-routes.ts'
import { listRoute } from './list-route.ts'
import type { HttpNeeds, Route } from './route.ts'
import { searchRoute } from './search-route.ts'

/** The API itself: what the OpenAPI document and the docs page describe. */
export function apiRoutes(needs: Pick<HttpNeeds, 'companies' | 'clock'>): readonly Route[] {
  return apiRoutesOver(rememberSources(needs))
}

/** All of it: the API, the pages about it, the dashboard. */
export function allRoutes(
  needs: Pick<HttpNeeds, 'companies' | 'clock'>,
  version: string,
  readScript: () => Promise<string>,
): readonly Route[] {
  const readSources = rememberSources(needs)
  const api = apiRoutesOver(readSources)
  return [...api, ...docsRoutes(api, version, readScript), ...dashboardRoutes(version, readSources)]
}

function apiRoutesOver(readSources: ReadSources): readonly Route[] {
  return [searchRoute(readSources), listRoute(readSources), companyRoute(readSources), ...HEALTH_ROUTES]
}
