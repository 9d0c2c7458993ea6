/** `GET /health/live` and `GET /health/ready`, for programs that monitor the process. */
import { Failure } from '../../core/failure.ts'
import { healthSchema } from '../api/company-schemas.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { type Answer, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'

const shared = {
  method: 'GET',
  access: 'public',
  costTenths: 0,
  isAlwaysAnswered: true,
  result: healthSchema,
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
    answer: () => healthAnswer('live'),
  }),
  defineRoute({
    ...shared,
    id: 'isReady',
    path: '/health/ready',
    errors: ['service_unavailable'],
    summary: { de: 'Kann der Dienst suchen?', en: 'Can the service search?' },
    description: {
      de: '200 nur, wenn Datenbank und Index antworten und der Dienst nicht gleich beendet wird, sonst 503. Ein Knoten, der sich PostgreSQL mit anderen teilt, antwortet ohne die Datenbank noch neun Sekunden mit 200, denn solange sucht er weiter.',
      en: '200 only when database and index answer and the service is not about to stop, otherwise 503. A node that shares PostgreSQL with others answers 200 for nine seconds without the database, as it goes on searching for so long.',
    },
    async answer(needs) {
      if (needs.isDraining()) throw new Failure('service_unavailable', 'the server is about to stop')
      if (!(await isReady(needs)))
        throw new Failure('service_unavailable', 'the database or the index does not answer')
      return healthAnswer('ready')
    },
  }),
]

/**
 * A node of several is ready as long as its lease holds: if their database is away for a moment, searches go on, and a load
 * balancer that took all nodes out would end them.
 */
async function isReady({ companies, index, keyRing }: HttpNeeds): Promise<boolean> {
  if ((await index.state()) === undefined) return false
  const lease = keyRing.lease()
  return lease === 'none' ? companies.isHealthy() : lease === 'held'
}

function healthAnswer(status: 'live' | 'ready'): Answer {
  return jsonAnswer({ status })
}
