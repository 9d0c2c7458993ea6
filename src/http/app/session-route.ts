/** The current session and facts about the server; the first request of every page. */
import { provenUntilMs } from '../../core/accounts/session.ts'
import { hasEmailsPage, isInsecure, type Site } from '../../core/accounts/site.ts'
import type { Route } from '../request/route.ts'
import { ANYONE, appRoute } from './app-route.ts'
import { accountWire, timeOrNull } from './app-wire.ts'
import { sessionResult } from './auth-schemas.ts'

/** Creates the route of the session. `version` is that of the product. */
export function sessionRoute(version: string): Route {
  return appRoute({
    id: 'session',
    path: '/session',
    access: ANYONE,
    result: sessionResult,
    async answer(needs, { signedIn }) {
      const settings = settingsWire(needs.site, version)
      if (signedIn === undefined) return { result: { account: null, session: null, settings } }
      const { account, session } = signedIn
      const provenUntil = timeOrNull(provenUntilMs(session, needs.clock.nowMs()))
      return {
        result: {
          account: await accountWire(needs, account),
          session: { id: session.id, proven_until: provenUntil, stays: session.stays },
          settings,
        },
      }
    },
  })
}

function settingsWire(site: Site, version: string) {
  return {
    sign_up: typeof site.signUp === 'string' ? site.signUp : ('domains' as const),
    public_search: site.publicSearch,
    public_url: site.publicUrl,
    mail: site.hasMailServer ? ('smtp' as const) : ('folder' as const),
    emails_page: hasEmailsPage(site),
    insecure: isInsecure(site),
    imprint_url: site.imprintUrl || null,
    privacy_url: site.privacyUrl || null,
    version,
  }
}
