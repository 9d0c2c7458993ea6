/** Which errors a route can end in: those of the guard follow from what the route declares. */
import type { FailureCode } from '../../core/failure.ts'
import { asksKey, type Route } from '../request/route.ts'

/** In the order of the catalogue; errors of the protocol, of unknown paths and of wrong methods belong to no route. */
export function errorsOf(route: Route): readonly FailureCode[] {
  const hasKey = asksKey(route)
  const hasBody = route.body !== undefined
  const possible: readonly [FailureCode, boolean][] = [
    ['invalid_request', true],
    ['unauthorized', hasKey],
    ['forbidden', hasKey],
    ['not_found', route.errors.includes('not_found')],
    ['not_acceptable', true],
    ['payload_too_large', hasBody],
    ['uri_too_long', Object.keys(route.query.shape).length > 0],
    ['unsupported_media_type', hasBody],
    ['rate_limited', hasKey],
    ['internal_error', true],
    ['service_unavailable', true],
  ]
  return possible.filter(([code, is]) => is || route.errors.includes(code)).map(([code]) => code)
}
