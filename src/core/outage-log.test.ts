import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTAGE_LINE_MS, OutageLog } from './outage-log.ts'

test('an outage is logged when it begins, once a minute while it lasts, and when it ends', () => {
  const lines: unknown[] = []
  let nowMs = 5000
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, ...fields, message })
  const outage = new OutageLog(
    {
      log: { info: write('info'), warn: write('warn') },
      clock: { monotonicNs: () => BigInt(nowMs) * 1_000_000n },
    },
    { away: 'it is away', back: 'it is back' },
  )
  const next = (afterMs: number, note: () => void) => {
    nowMs += afterMs
    note()
    return lines.splice(0)
  }
  const fail = () => outage.failed(new Error('refused'))
  const warning = { level: 'warn', error: 'refused', message: 'it is away' }
  assert.deepEqual(
    next(0, () => outage.succeeded()),
    [],
  )
  assert.equal(outage.isAway, false)
  assert.deepEqual(next(0, fail), [{ ...warning, away_s: 0 }])
  assert.equal(outage.isAway, true)
  assert.deepEqual(next(OUTAGE_LINE_MS - 1, fail), [])
  assert.deepEqual(next(1, fail), [{ ...warning, away_s: 60 }])
  assert.deepEqual(next(OUTAGE_LINE_MS - 1, fail), [])
  assert.deepEqual(
    next(1, () => outage.succeeded()),
    [{ level: 'info', away_s: 120, message: 'it is back' }],
  )
  assert.equal(outage.isAway, false)
  assert.deepEqual(
    next(0, () => outage.succeeded()),
    [],
  )
  // The next one begins at once.
  assert.deepEqual(next(1000, fail), [{ ...warning, away_s: 0 }])
})
