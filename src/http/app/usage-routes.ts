/** Routes for the usage and the limits of a person's keys. */

import { isLive } from '../../core/access/key.ts'
import { kindOf } from '../../core/access/key-kind.ts'
import type { LimitLevel } from '../../core/access/request-ports.ts'
import type { KeyId } from '../../core/identity/ids.ts'
import { readUsage, type UsageStep } from '../../core/usage/read-usage.ts'
import { levelWire } from '../api/limits-wire.ts'
import type { HttpNeeds, Route } from '../request/route.ts'
import { appRoute, MEMBER } from './app-route.ts'
import { limitsResult, usageQuery, usageResult } from './usage-schemas.ts'

/** All routes of usage. */
export const USAGE_ROUTES: readonly Route[] = [
  appRoute({
    id: 'usage',
    path: '/usage',
    access: MEMBER,
    query: usageQuery,
    result: usageResult,
    async answer(needs, { query, member }) {
      const { from, to, by, zone, key_id } = query
      const { steps, total } = await readUsage(needs, {
        account: member.account,
        fromMs: Date.parse(from),
        toMs: Date.parse(to),
        by,
        zone,
        ...(key_id !== undefined && { key: key_id as KeyId }),
      })
      return {
        result: {
          rows: steps.map((step) => ({ at: step.at, ...countsWire(step) })),
          total: countsWire(total),
        },
      }
    },
  }),
  appRoute({
    id: 'limits',
    path: '/usage/limits',
    access: MEMBER,
    result: limitsResult,
    async answer(needs, { member }) {
      const live = await liveKeys(needs, member.account)
      const counting = live.filter(({ key }) => kindOf(key) === 'live')
      const account = counting.flatMap(({ levels }) => levels.filter((level) => level.of === 'account'))[0]
      return {
        result: {
          account: account === undefined ? null : levelWire(account),
          keys: live.map(({ key, levels }) => ({
            id: key.id,
            name: key.name,
            visible_start: key.visibleStart,
            limit: levelWire(levelOf(levels, 'key')),
            burst: levelWire(levelOf(levels, 'burst')),
          })),
        },
      }
    },
  }),
]

function countsWire({ requests, errors, limited, deep, p50Ms, p99Ms }: Omit<UsageStep, 'at'>) {
  return { requests, errors, limited, deep, p50_ms: p50Ms ?? null, p99_ms: p99Ms ?? null }
}

async function liveKeys(
  { keyReader, keyRing, limiter, clock }: HttpNeeds,
  account: Parameters<HttpNeeds['keyReader']['list']>[0],
) {
  const nowMs = clock.nowMs()
  const live = (await keyReader.list(account)).flatMap((key) => {
    const grant = isLive(key, nowMs) ? keyRing.peek(key.hash) : undefined
    return grant === undefined ? [] : [{ key, grant }]
  })
  return Promise.all(live.map(async ({ key, grant }) => ({ key, levels: await limiter.levels(grant) })))
}

function levelOf(levels: readonly LimitLevel[], of: LimitLevel['of']): LimitLevel {
  const level = levels.find((one) => one.of === of)
  if (level === undefined) throw new Error(`the limiter knows no level of ${of}`)
  return level
}
