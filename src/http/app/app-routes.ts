/** The table of contents of the dashboard's own API: one list for each area. */
import type { Route } from '../route.ts'
import { AUTH_ROUTES } from './auth-routes.ts'
import { LETTERS_ROUTES } from './letters-routes.ts'
import { sessionRoute } from './session-route.ts'

/** `version` is that of the product. */
export function appRoutes(version: string): readonly Route[] {
  return [sessionRoute(version), ...AUTH_ROUTES, ...LETTERS_ROUTES]
}
