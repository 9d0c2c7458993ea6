/** The headers that all responses share. */
import { deprecationHeaders } from '../protocol/deprecation.ts'
import { addLimitHeaders } from '../protocol/limit-headers.ts'
import type { RequestContext } from './request-context.ts'
import { isApiPath, isAppPath } from './route.ts'

/** All response headers of the API that scripts of other origins may read. */
const EXPOSED = [
  'X-Request-Id',
  'Vary',
  'X-Data-As-Of',
  'X-Next-Cursor',
  'X-Total-Count',
  'X-Search-Mode',
  'X-Search-Partial',
  'X-Search-Truncated',
  'X-Changes-Cursor',
  'Server-Timing',
  'Link',
  'ETag',
  'Location',
  'Allow',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'Deprecation',
  'Sunset',
].join(', ')

const PREFLIGHT_S = 86_400

/** Responses of the dashboard's own API are for its pages only and must not be stored. */
const APP_HEADERS = {
  vary: 'Cookie, Accept-Language',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const

/**
 * Returns the headers of every response; a handler's own headers override them. The caller may add to the
 * object.
 */
export function answerHeaders(
  context: Pick<RequestContext, 'id' | 'path' | 'limits' | 'route'>,
): Record<string, string> {
  if (isAppPath(context.path)) return { 'x-request-id': context.id, ...APP_HEADERS }
  const headers: Record<string, string> = {
    'x-request-id': context.id,
    vary: 'Accept, Accept-Language',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  }
  addLimitHeaders(headers, context.limits)
  if (context.route?.deprecated) Object.assign(headers, deprecationHeaders(context.route.deprecated))
  if (isApiPath(context.path)) {
    headers['access-control-allow-origin'] = '*'
    headers['access-control-expose-headers'] = EXPOSED
  }
  return headers
}

/** Returns the headers of the response to OPTIONS. A preflight is valid for a day. */
export function preflightHeaders(
  context: Pick<RequestContext, 'path'>,
  allow: string,
): Record<string, string> {
  if (!isApiPath(context.path)) return { allow }
  return {
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers':
      'Authorization, Content-Type, Accept, Accept-Language, If-None-Match, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
    'access-control-max-age': String(PREFLIGHT_S),
  }
}
