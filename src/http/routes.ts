/** The table of contents: every route of the service. */
import { appRoutes } from './app/app-routes.ts'
import { companyRoute } from './company-route.ts'
import { rememberSources } from './data-age.ts'
import { docsRoutes } from './docs-routes.ts'
import { HEALTH_ROUTES } from './health-routes.ts'
import { listRoute } from './list-route.ts'
import type { HttpNeeds, Route } from './route.ts'
import { searchRoute } from './search-route.ts'

/** The API itself: what the OpenAPI document and the docs page describe. */
export function apiRoutes(needs: Pick<HttpNeeds, 'companies' | 'clock'>): readonly Route[] {
  const readSources = rememberSources(needs)
  return [searchRoute(readSources), listRoute(readSources), companyRoute(readSources), ...HEALTH_ROUTES]
}

/** All of it: the API, the pages about it, the dashboard. */
export function allRoutes(
  needs: Pick<HttpNeeds, 'companies' | 'clock'>,
  version: string,
  readScript: () => Promise<string>,
): readonly Route[] {
  const api = apiRoutes(needs)
  return [...api, ...docsRoutes(api, version, readScript), ...appRoutes(version)]
}
