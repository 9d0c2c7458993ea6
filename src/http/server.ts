/** The HTTP transport as a whole: ports in, a server out. */
import { rememberSources } from './api/data-age.ts'
import { lostPage } from './app/page-routes.ts'
import { createHttpServer, type HttpServer } from './request/create-http-server.ts'
import type { HttpNeeds } from './request/route.ts'
import type { HttpSettings } from './request/settings.ts'
import { allRoutes } from './routes.ts'

/** A server that does not listen yet: `listen({ port, host, reusePort })`, `inject(request)`, `close()`. */
export function createServer(needs: HttpNeeds, settings: HttpSettings): HttpServer {
  const { clock, sandbox } = needs
  const remembering = {
    ...needs,
    companies: rememberSources(needs),
    sandbox: { ...sandbox, companies: rememberSources({ clock, companies: sandbox.companies }) },
  }
  return createHttpServer(remembering, { ...settings, missingPage: lostPage }, allRoutes(settings))
}
