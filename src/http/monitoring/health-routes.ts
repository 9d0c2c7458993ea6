/** `GET /health/live` and `GET /health/ready`, for programs that monitor the process. */
import type { Awaitable } from '../../core/awaitable.ts'
import { Failure } from '../../core/failure.ts'
import { liveSchema, readySchema } from '../api/company-schemas.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { defineRoute, type HttpNeeds, type Route } from '../request/route.ts'

const shared = {
  method: 'GET',
  access: 'public',
  costTenths: 0,
  isAlwaysAnswered: true,
} as const

/** The health checks. They need no key and also answer during overload. */
export const HEALTH_ROUTES: readonly Route[] = [
  defineRoute({
    ...shared,
    id: 'isLive',
    path: '/health/live',
    summary: { de: 'Lebt der Prozess?', en: 'Is the process alive?' },
    description: {
      de: 'Antwortet, solange der Prozess antworten kann.',
      en: 'Answers as long as the process can answer.',
    },
    result: liveSchema,
    answer: () => jsonAnswer({ status: 'live' }),
  }),
  defineRoute({
    ...shared,
    id: 'isReady',
    path: '/health/ready',
    errors: ['service_unavailable'],
    result: readySchema,
    summary: { de: 'Kann dieser Server Anfragen beantworten?', en: 'Can this server answer requests?' },
    description: {
      de: '503 nur, wenn ein anderer Knoten es besser könnte: wenn dieser gleich beendet wird, seinen eigenen Index oder seine eigene Datenbank nicht lesen kann oder die gemeinsame Datenbank seit neun Sekunden nicht erreicht. Fehlt, was sich alle Knoten teilen, so ist es 200, und der Körper sagt, was fehlt.',
      en: '503 only if another node could do better: if this one is about to stop, cannot read an index or a database of its own, or has not reached the shared database for nine seconds. If something is away that all nodes share, it is 200, and the body says what.',
    },
    async answer(needs) {
      if (needs.isDraining()) throw new Failure('service_unavailable', 'the server is about to stop')
      const [search, companies] = await Promise.all([
        inTime(canSearch(needs)),
        inTime(needs.companies.isHealthy()),
      ])
      const fault = faultOf(needs, search, companies)
      if (fault !== undefined) throw new Failure('service_unavailable', fault)
      return jsonAnswer({ status: 'ready', search: partWire(search), companies: partWire(companies) })
    },
  }),
]

/** A part that has not answered by then is not available, in ms: load balancers wait for two seconds. */
const ANSWER_MS_MAX = 1000

async function inTime(part: Awaitable<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ANSWER_MS_MAX)
  return Promise.race([part, late.promise]).finally(() => clearTimeout(timer))
}

async function canSearch({ index }: HttpNeeds): Promise<boolean> {
  try {
    return (await index.state()) !== undefined
  } catch {
    return false
  }
}

/** Returns what another node could do better; `undefined` if nothing, or nothing is known of it. */
function faultOf(
  { keyRing, isIndexShared }: HttpNeeds,
  search: boolean,
  companies: boolean,
): string | undefined {
  if (!search && !isIndexShared) return 'the index is not loaded'
  const lease = keyRing.lease()
  const isReached = lease === 'none' ? companies : lease === 'held'
  return isReached ? undefined : 'the database does not answer'
}

function partWire(isAvailable: boolean): 'available' | 'unavailable' {
  return isAvailable ? 'available' : 'unavailable'
}
