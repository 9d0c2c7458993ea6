/** All routes of the dashboard, one list per area. */
import type { Route } from '../request/route.ts'
import { ACCOUNT_ROUTES } from './account-routes.ts'
import { ASSET_ROUTES } from './asset-routes.ts'
import { AUTH_ROUTES } from './auth-routes.ts'
import { EMAILS_ROUTES } from './emails-routes.ts'
import { KEYS_ROUTES } from './keys-routes.ts'
import { MATCHES_ROUTES } from './matches-routes.ts'
import { OPERATOR_ACCOUNT_ROUTES } from './operator-account-routes.ts'
import { OPERATOR_KEY_ROUTES } from './operator-key-routes.ts'
import { OPERATOR_ROUTES } from './operator-routes.ts'
import { operatorState } from './operator-state-route.ts'
import { PAGE_ROUTES } from './page-routes.ts'
import { PASSKEY_ROUTES } from './passkey-routes.ts'
import { SEARCH_ROUTES } from './search-routes.ts'
import { sessionRoute } from './session-route.ts'
import { UNSUBSCRIBE_ROUTES } from './unsubscribe-routes.ts'
import { USAGE_ROUTES } from './usage-routes.ts'
import { WATCHES_ROUTES } from './watches-routes.ts'
import { WEBHOOKS_ROUTES } from './webhooks-routes.ts'

/** Returns the routes of the dashboard's own API. `version` is that of the product. */
export function appRoutes(version: string): readonly Route[] {
  return [
    sessionRoute(version),
    ...AUTH_ROUTES,
    ...ACCOUNT_ROUTES,
    ...PASSKEY_ROUTES,
    ...KEYS_ROUTES,
    ...EMAILS_ROUTES,
    ...SEARCH_ROUTES,
    ...USAGE_ROUTES,
    ...MATCHES_ROUTES,
    ...WATCHES_ROUTES,
    ...WEBHOOKS_ROUTES,
    operatorState(version),
    ...OPERATOR_KEY_ROUTES,
    ...OPERATOR_ROUTES,
    ...OPERATOR_ACCOUNT_ROUTES,
  ]
}

/** Returns all routes of the dashboard: API, pages and files. */
export function dashboardRoutes(version: string): readonly Route[] {
  return [...appRoutes(version), ...PAGE_ROUTES, ...UNSUBSCRIBE_ROUTES, ...ASSET_ROUTES]
}
