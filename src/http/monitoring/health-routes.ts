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
      de: '200 nur, wenn Datenbank und Index antworten und der Dienst nicht gleich beendet wird, sonst 503.',
      en: '200 only when database and index answer and the service is not about to stop, otherwise 503.',
    },
    async answer(needs) {
      if (needs.isDraining()) throw new Failure('service_unavailable', 'the server is about to stop')
      if (!(await isReady(needs)))
        throw new Failure('service_unavailable', 'the database or the index does not answer')
      return healthAnswer('ready')
    },
  }),
]

async function isReady({ companies, index, keyRing }: HttpNeeds): Promise<boolean> {
  return keyRing.canFind() && (await index.state()) !== undefined && (await companies.isHealthy())
}

function healthAnswer(status: 'live' | 'ready'): Answer {
  return jsonAnswer({ status })
}
