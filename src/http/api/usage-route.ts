/** `GET /api/v1/usage` */
import { z } from 'zod'
import { readUsage, type UsageAnswer, type UsageStep } from '../../core/usage/read-usage.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { limitsWire } from './limits-wire.ts'
import { usageSchema } from './service-schemas.ts'

const DAY_MS = 86_400_000
/** Days that the response covers by default, today included. */
export const USAGE_DAYS_DEFAULT = 30

const usageQuery = z.strictObject({
  from: z.iso.date().optional().meta({
    de: 'Der erste Tag in UTC. Standard: 29 Tage vor `to`.',
    en: 'The first day in UTC. Default: 29 days before `to`.',
  }),
  to: z.iso
    .date()
    .optional()
    .meta({ de: 'Der letzte Tag in UTC. Standard: heute.', en: 'The last day in UTC. Default: today.' }),
})

type UsageQuery = z.output<typeof usageQuery>

/** The route that returns the usage of the key and its account. */
export const usageRoute: Route = defineRoute({
  id: 'getUsage',
  method: 'GET',
  path: '/api/v1/usage',
  access: 'key',
  costTenths: 10,
  query: usageQuery,
  result: usageSchema,
  errors: ['invalid_request'],
  summary: { de: 'Nutzung', en: 'Usage' },
  description: {
    de: 'Nutzung dieses Schlüssels und seines Kontos pro Tag (UTC) und Stand der Limits. Die letzten zehn Sekunden können fehlen.',
    en: 'Usage of this key and its account by day (UTC), and the state of the limits. The last ten seconds may be missing.',
  },
  answer: async (needs, call) => jsonAnswer(await usageWire(needs, call)),
})

/**
 * Returns usage and limits.
 *
 * @throws {Failure} `invalid_request` if `to` is before `from`, or more than 400 days are between them.
 */
async function usageWire(needs: HttpNeeds, call: Call<UsageQuery>) {
  const { id, account } = call.key
  const { fromMs, toMs } = spanOf(call.query, needs.clock.nowMs())
  const span = { account, fromMs, toMs: toMs + DAY_MS, by: 'day', zone: 'UTC' } as const
  return {
    from: dayOf(fromMs),
    to: dayOf(toMs),
    key: countedWire(await readUsage(needs, { ...span, key: id })),
    account: countedWire(await readUsage(needs, span)),
    limits: await limitsWire(needs, call),
  }
}

/** Returns midnight of the first and of the last day. */
function spanOf({ from, to }: UsageQuery, nowMs: number) {
  const toMs = to === undefined ? nowMs - (nowMs % DAY_MS) : Date.parse(to)
  const fromMs = from === undefined ? toMs - (USAGE_DAYS_DEFAULT - 1) * DAY_MS : Date.parse(from)
  return { fromMs, toMs }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

function countedWire({ steps, total }: UsageAnswer) {
  return { total: countsWire(total), days: steps.map((step) => ({ date: step.at, ...countsWire(step) })) }
}

function countsWire({ requests, errors, limited, deep }: Omit<UsageStep, 'at'>) {
  return { requests, errors, limited, deep }
}
