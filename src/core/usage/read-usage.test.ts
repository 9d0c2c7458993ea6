import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../failure.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import { BY_DAY_MAX_MS, BY_HOUR_MAX_MS, readUsage, type UsageQuery } from './read-usage.ts'
import { HOUR_MS, NO_USAGE, type UsageRow } from './usage.ts'

const ANN = 'acc_ann' as AccountId
const NOON = Date.UTC(2026, 10, 21, 12)

function rowAt(atMs: number, requests: number): UsageRow {
  const latencies = NO_USAGE.latencies.with(5, requests)
  return { ...NO_USAGE, key: 'key_a' as KeyId, account: ANN, hour: atMs / HOUR_MS, requests, latencies }
}

/** Reads over rows that stand in memory. */
async function read(rows: readonly UsageRow[], params: Partial<UsageQuery>) {
  const within = (fromHour: number, toHour: number) =>
    rows.filter(({ hour }) => hour >= fromHour && hour < toHour)
  const usage = {
    rows: ({ fromHour, toHour }: { fromHour: number; toHour: number }) => within(fromHour, toHour),
    close() {},
  }
  return readUsage(
    { usage },
    { account: ANN, fromMs: NOON, toMs: NOON + 3 * HOUR_MS, by: 'hour', zone: 'Europe/Berlin', ...params },
  )
}

describe('reading usage', () => {
  it('shows every hour of the period, including those without requests', async () => {
    const { steps, total } = await read([rowAt(NOON + HOUR_MS, 4)], {})
    assert.deepEqual(
      steps.map(({ at, requests, p50Ms }) => [at, requests, p50Ms !== undefined]),
      [
        ['2026-11-21T12:00:00.000Z', 0, false],
        ['2026-11-21T13:00:00.000Z', 4, true],
        ['2026-11-21T14:00:00.000Z', 0, false],
      ],
    )
    assert.equal(total.requests, 4)
  })

  it('starts days at midnight of the time zone', async () => {
    const late = Date.UTC(2026, 10, 20, 23)
    const params = { by: 'day', fromMs: late, toMs: late + 24 * HOUR_MS } as const
    assert.deepEqual(
      (await read([rowAt(late, 1)], params)).steps.map(({ at, requests }) => [at, requests]),
      [['2026-11-21', 1]],
    )
    assert.deepEqual(
      (await read([rowAt(late, 1)], { ...params, zone: 'UTC' })).steps.map(({ at, requests }) => [
        at,
        requests,
      ]),
      [
        ['2026-11-20', 1],
        ['2026-11-21', 0],
      ],
    )
  })

  it('counts a day of 25 hours once', async () => {
    const start = Date.UTC(2026, 9, 24, 22)
    const { steps } = await read([rowAt(start + 24 * HOUR_MS, 5)], {
      by: 'day',
      fromMs: start,
      toMs: start + 25 * HOUR_MS,
    })
    assert.deepEqual(
      steps.map(({ at, requests }) => [at, requests]),
      [['2026-10-25', 5]],
    )
  })

  it('refuses a period that is empty, too long or before 1970, and an unknown time zone, and accepts the longest period', async () => {
    const commands: Partial<UsageQuery>[] = [
      { toMs: NOON },
      { toMs: NOON + BY_HOUR_MAX_MS + 1 },
      { by: 'day', toMs: NOON + BY_DAY_MAX_MS + 1 },
      { zone: 'Europe/Atlantis' },
      { fromMs: -1, toMs: HOUR_MS },
    ]
    for (const params of commands) await assert.rejects(() => read([], params), Failure)
    assert.equal((await read([], { toMs: NOON + BY_HOUR_MAX_MS })).steps.length, 336)
    assert.equal((await read([], { by: 'day', toMs: NOON + BY_DAY_MAX_MS })).steps.length, 402)
    assert.equal((await read([], { fromMs: 0, toMs: HOUR_MS })).steps.length, 1)
  })
})
