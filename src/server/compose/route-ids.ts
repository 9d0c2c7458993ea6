/** The ids of the routes. */
import type { HttpSettings } from '../../http/request/settings.ts'

/** Returns the ids of all routes. The main thread loads the routes only for this, at the first metrics. */
export async function routeIds(
  settings: Pick<HttpSettings, 'version' | 'metricsToken'>,
): Promise<readonly string[]> {
  const { allRoutes } = await import('../../http/routes.ts')
  return allRoutes(settings).map(({ id }) => id)
}
