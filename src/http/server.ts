/** Creates the HTTP server with all routes from its ports and settings. */
import { rememberSources } from './api/data-age.ts'
import { unknownPathPage } from './app/page-routes.ts'
import { createHttpServer, type HttpServer } from './request/create-http-server.ts'
import type { ServerNeeds } from './request/route.ts'
import type { HttpSettings } from './request/settings.ts'
import { allRoutes } from './routes.ts'

/** Creates a server that does not listen yet; `HttpServer` describes its methods. */
export function createServer(needs: ServerNeeds, settings: HttpSettings): HttpServer {
  const { clock, sandbox } = needs
  const remembering = {
    ...needs,
    companies: rememberSources(needs),
    sandbox: { ...sandbox, companies: rememberSources({ clock, companies: sandbox.companies }) },
  }
  return createHttpServer(remembering, { ...settings, missingPage: unknownPathPage }, allRoutes(settings))
}
