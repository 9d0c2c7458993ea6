/** The failure codes of each route: those of the guard follow from the route's declaration. */
import type { FailureCode } from '../../core/failure.ts'
import { type Route, requiresKey } from '../request/route.ts'

/**
 * Returns the failure codes of a route in the order of the catalogue. Errors of the protocol, of unknown
 * paths and of wrong methods belong to no route.
 */
export function errorsOf(route: Route): readonly FailureCode[] {
  const hasKey = requiresKey(route)
  const hasBody = route.body !== undefined
  const possible: readonly [FailureCode, boolean][] = [
    ['invalid_request', true],
    ['unauthorized', hasKey],
    ['forbidden', hasKey],
    ['not_found', route.errors.includes('not_found')],
    ['not_acceptable', true],
    ['conflict', route.errors.includes('conflict')],
    ['payload_too_large', hasBody],
    ['uri_too_long', Object.keys(route.query.shape).length > 0],
    ['unsupported_media_type', hasBody],
    ['rate_limited', hasKey],
    ['internal_error', true],
    ['service_unavailable', true],
  ]
  return possible.filter(([code, is]) => is || route.errors.includes(code)).map(([code]) => code)
}
