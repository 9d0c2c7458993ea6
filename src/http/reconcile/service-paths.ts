/** Paths of the reconciliation service, and headers of its responses. The key is part of every path. */
import type { Site } from '../../core/accounts/site.ts'
import { jsonAnswer } from '../request/json-response.ts'
import type { Answer, Route } from '../request/route.ts'

/** The path of the service; `:key` is the key. */
export const SERVICE_PATH = '/api/v1/reconcile/:key'

/** What every route of the service has in common. */
export const SERVICE_ROUTE = {
  access: 'reconcile',
  isKeyInPath: true,
} as const satisfies Partial<Route>

/** The address contains a key: it is neither stored nor passed on. */
export const SERVICE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const

/** Returns the address of the service with this key, without a slash at the end. */
export function serviceUrl({ publicUrl }: Pick<Site, 'publicUrl'>, key: string): string {
  return publicUrl + SERVICE_PATH.replace(':key', key)
}

/** Returns the address of the public page of a company. */
export function pageUrl({ publicUrl }: Pick<Site, 'publicUrl'>, id: string): string {
  return `${publicUrl}/company/${id}`
}

/** Returns a response of the service with a value as JSON. */
export function serviceAnswer(value: unknown, headers: Answer['headers'] = {}): Answer {
  return jsonAnswer(value, { ...SERVICE_HEADERS, ...headers })
}
