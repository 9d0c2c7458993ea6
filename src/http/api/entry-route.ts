/** `GET /api/v1`: links, the key's permissions and its limits. */
import { jsonAnswer } from '../request/json-response.ts'
import { defineRoute, type Route } from '../request/route.ts'
import { limitsWire } from './limits-wire.ts'
import { entrySchema, LINKS } from './service-schemas.ts'

/** Creates the route of the entry point. `version` is that of the product. */
export function entryRoute(version: string): Route {
  return defineRoute({
    id: 'getEntryPoint',
    method: 'GET',
    path: '/api/v1',
    access: 'key',
    costTenths: 10,
    result: entrySchema,
    summary: { de: 'Einstieg', en: 'Entry point' },
    description: {
      de: 'Links zu allen Endpunkten, Berechtigungen des Schlüssels und Stand seiner Limits.',
      en: 'Links to all endpoints, permissions of the key and the state of its limits.',
    },
    async answer(needs, call) {
      const { kind, scopes, endsAtMs } = call.key
      const endsAt = endsAtMs === undefined ? null : new Date(endsAtMs).toISOString()
      const key = { kind, scopes, ends_at: endsAt }
      return jsonAnswer({ version, links: LINKS, key, limits: await limitsWire(needs, call) })
    },
  })
}
