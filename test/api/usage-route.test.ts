/** GET /api/v1/usage */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SqlUsageStore } from '../../src/adapters/sql/counters/usage-store.ts'
import { openCountersDatabase } from '../../src/adapters/sqlite/counters/counters-database.ts'
import type { NewKey } from '../../src/core/access/create-key.ts'
import { HOUR_MS, NO_USAGE, type UsageRow } from '../../src/core/usage/usage.ts'
import { usageSchema } from '../../src/http/api/service-schemas.ts'
import { handClock } from './hand-clock.ts'
import { testRefusals } from './refusals.ts'
import { openService } from './start-service.ts'

const PATH = '/api/v1/usage'
const counters = new SqlUsageStore(openCountersDatabase(':memory:', 0))
const clock = handClock()
const service = await openService({ clock, replace: () => ({ usage: counters }) })

async function usage(made: NewKey, query = '') {
  const headers = { authorization: `Bearer ${made.secret}` }
  const response = await service.server.inject({ url: PATH + query, headers })
  assert.equal(response.statusCode, 200, response.body)
  return usageSchema.parse(response.json())
}

function counted({ key }: NewKey, at: string, counts: Partial<UsageRow>): UsageRow {
  return { ...NO_USAGE, key: key.id, account: key.account, hour: Date.parse(at) / HOUR_MS, ...counts }
}

test('200: usage is listed by day in UTC, for the key and for all keys of its account, both ends included', async () => {
  const [mine, other] = [service.key(), service.key()]
  await counters.add([
    counted(mine, '2026-03-01T23:00Z', { requests: 5, errors: 1 }),
    counted(mine, '2026-03-02T00:00Z', { requests: 7, limited: 2, deep: 3 }),
    counted(other, '2026-03-02T10:00Z', { requests: 10 }),
    counted(mine, '2026-03-03T00:00Z', { requests: 100 }),
  ])
  const used = await usage(mine, '?from=2026-03-01&to=2026-03-02')
  assert.deepEqual([used.from, used.to], ['2026-03-01', '2026-03-02'])
  assert.deepEqual(used.key, {
    total: { requests: 12, errors: 1, limited: 2, deep: 3 },
    days: [
      { date: '2026-03-01', requests: 5, errors: 1, limited: 0, deep: 0 },
      { date: '2026-03-02', requests: 7, errors: 0, limited: 2, deep: 3 },
    ],
  })
  assert.deepEqual(used.account.total, { requests: 22, errors: 1, limited: 2, deep: 3 })
  assert.equal(used.account.days[1]?.requests, 17)
})

test('200: usage covers the last thirty days by default, including days without requests', async () => {
  const used = await usage(service.key())
  const today = new Date(clock.nowMs()).toISOString().slice(0, 10)
  assert.equal(used.to, today)
  assert.equal(used.key.days.length, 30)
  assert.equal(used.key.days.at(-1)?.date, today)
  assert.equal(used.key.days[0]?.date, used.from)
  const until = await usage(service.key(), '?to=2026-03-31')
  assert.deepEqual([until.from, until.to], ['2026-03-02', '2026-03-31'])
})

test('200: the response contains the limits in force, including the use by this request', async () => {
  const made = service.key({ limit: { quota: 30, windowMs: 60_000 } })
  await usage(made)
  const { limits } = await usage(made)
  assert.deepEqual(limits.default, { quota: 30, window_s: 60, used: 2 })
  assert.deepEqual(limits.burst, { quota: 30, window_s: 60, used: 2 })
  assert.equal(limits.account, null)
  const { limits: usual } = await usage(service.key({ limit: 'default' }))
  assert.deepEqual(usual.default, { quota: 600, window_s: 300, used: 1 })
  assert.equal(usual.account?.quota, 3000)
})

test('400: each rule of each parameter is enforced', async () => {
  const headers = service.auth()
  const cases: [string, string, string][] = [
    ['?from=yesterday', 'from', 'format'],
    ['?from=2026-02-30', 'from', 'format'],
    ['?to=2026-03-01T00:00:00Z', 'to', 'format'],
    ['?to=2026-03-01&to=2026-03-01', 'to', 'repeated'],
    ['?from=2026-03-02&to=2026-03-01', 'to', 'too_small'],
    ['?from=2025-01-01&to=2026-03-01', 'from', 'too_small'],
  ]
  for (const [query, field, reason] of cases) {
    const response = await service.server.inject({ url: PATH + query, headers })
    assert.equal(response.statusCode, 400, query)
    assert.deepEqual(response.json().details[0], { field, reason }, query)
  }
})

testRefusals(() => service, { method: 'GET', url: PATH, scope: undefined })
