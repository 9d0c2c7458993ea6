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
import { referenceRoute } from './reference-route.ts'
import type { HttpNeeds, Route } from './route.ts'
import { searchRoute } from './search-route.ts'
import { sourcesRoute } from './sources-route.ts'
import { suggestRoute } from './suggest-route.ts'
import { usageRoute } from './usage-route.ts'

/** The API itself: what the OpenAPI document and the docs page describe. */
export function apiRoutes(needs: Pick<HttpNeeds, 'companies' | 'clock'>): readonly Route[] {
  return apiRoutesOver(rememberSources(needs), '')
}

/** All of it: the API, the pages about it, the dashboard. */
export function allRoutes(
  needs: Pick<HttpNeeds, 'companies' | 'clock'>,
  version: string,
  readScript: () => Promise<string>,
): readonly Route[] {
  const readSources = rememberSources(needs)
  const api = apiRoutesOver(readSources, version)
  return [...api, ...docsRoutes(api, version, readScript), ...dashboardRoutes(version, readSources)]
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
