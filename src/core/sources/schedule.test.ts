import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EVERY_HOURS_MAX,
  JITTER_MS_MAX,
  nextRunMs,
  RETRY_MS,
  RETRY_MS_MAX,
  readSchedule,
  retryDelayMs,
} from './schedule.ts'

const at = (time: string) => Date.parse(`2026-11-23T${time}Z`)
const next = (text: string, nowMs: number, random = 0) => nextRunMs(readSchedule(text)!, nowMs, random)

test('a schedule is hourly, an interval of 1 to 168 hours, or a time of day; every other text is refused', () => {
  assert.deepEqual(readSchedule('hourly'), readSchedule('every 1h'))
  assert.ok(readSchedule(`every ${EVERY_HOURS_MAX}h`))
  assert.ok(readSchedule('daily 00:00'))
  assert.ok(readSchedule('daily 23:59'))
  const refused = ['', 'daily', 'daily 24:00', 'daily 3:30', 'daily 03:60', 'every 0h', 'every h', 'every 6m']
  for (const text of [...refused, `every ${EVERY_HOURS_MAX + 1}h`, 'HOURLY', 'hourly ', 'every 06h']) {
    assert.equal(readSchedule(text), undefined, text)
  }
})

test('a daily source runs at its time in UTC: today if it is to come, else tomorrow', () => {
  assert.equal(next('daily 03:30', at('03:29:59')), at('03:30:00'))
  assert.equal(next('daily 03:30', at('03:30:00')), at('03:30:00') + 86_400_000)
})

test('an interval begins at the last run, and the jitter is below its maximum', () => {
  assert.equal(next('every 6h', at('01:00:00')), at('07:00:00'))
  const late = next('every 6h', at('01:00:00'), 0.999_999)
  assert.ok(late > at('07:00:00') && late < at('07:00:00') + JITTER_MS_MAX)
})

test('the delay after failed downloads doubles up to its maximum, of which the upper half is random', () => {
  assert.equal(retryDelayMs(1, 0), RETRY_MS / 2)
  assert.equal(retryDelayMs(2, 0), RETRY_MS)
  assert.equal(retryDelayMs(10_000, 0), RETRY_MS_MAX / 2)
  assert.ok(retryDelayMs(10_000, 0.999_999) <= RETRY_MS_MAX)
})
