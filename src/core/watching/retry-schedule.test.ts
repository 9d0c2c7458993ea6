import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  GIVE_UP_MS,
  JITTER_SHARE,
  nextAttempt,
  RETRY_AFTER_MS_MAX,
  RETRY_WAITS_MS,
} from './retry-schedule.ts'

const HOUR_MS = 3_600_000
const FAULT = { code: 'status', status: 500 } as const
const NEW = { attempts: 0, firstFailedAtMs: null }

/** The times of all attempts after the first one, which fails at 0, until the pause. */
function attemptTimes(random: number): number[] {
  const times: number[] = []
  let nowMs = 0
  for (let attempts = 0; ; attempts++) {
    const failures = attempts === 0 ? NEW : { attempts, firstFailedAtMs: 0 }
    const next = nextAttempt(failures, { fault: FAULT, nowMs, random })
    if (next.pause) return times
    nowMs = next.nextAttemptAtMs
    times.push(nowMs)
  }
}

test('a receiver that fails is tried again after 5 s, then ever more rarely up to every six hours, for the last time after exactly 72 h', () => {
  const times = attemptTimes(0)
  const waits = times.map((ms, i) => ms - (times[i - 1] ?? 0))
  assert.deepEqual(waits.slice(0, RETRY_WAITS_MS.length), RETRY_WAITS_MS)
  assert.ok(waits.slice(RETRY_WAITS_MS.length, -1).every((ms) => ms === 6 * HOUR_MS))
  assert.equal(times.at(-1), GIVE_UP_MS)
  assert.equal(times.length, 19)
})

test('jitter makes a wait longer by up to a fifth, and never moves the last attempt', () => {
  for (const random of [0, 0.3, 0.999_999]) {
    const [first] = attemptTimes(random)
    assert.ok(first! >= RETRY_WAITS_MS[0]! && first! <= RETRY_WAITS_MS[0]! * (1 + JITTER_SHARE), `${first}`)
    assert.equal(attemptTimes(random).at(-1), GIVE_UP_MS)
  }
})

test('the webhook is paused by a failure 72 h after the first one, and not a millisecond before', () => {
  const failures = { attempts: 18, firstFailedAtMs: 1000 }
  const at = (nowMs: number) => nextAttempt(failures, { fault: FAULT, nowMs, random: 0 })
  assert.deepEqual(at(1000 + GIVE_UP_MS - 1), { nextAttemptAtMs: 1000 + GIVE_UP_MS, pause: false })
  assert.equal(at(1000 + GIVE_UP_MS).pause, true)
})

test('410 pauses at the first attempt', () => {
  const gone = { code: 'status', status: 410 } as const
  assert.equal(nextAttempt(NEW, { fault: gone, nowMs: 5, random: 0 }).pause, true)
})

test('a receiver can make the wait longer with Retry-After, but not shorter and not by more than six hours', () => {
  const wait = (retryAfterMs: number) =>
    nextAttempt(NEW, { fault: FAULT, retryAfterMs, nowMs: 0, random: 0 }).nextAttemptAtMs
  assert.equal(wait(0), RETRY_WAITS_MS[0])
  assert.equal(wait(60_000), 60_000)
  assert.equal(wait(RETRY_AFTER_MS_MAX), RETRY_AFTER_MS_MAX)
  assert.equal(wait(RETRY_AFTER_MS_MAX + 1), RETRY_AFTER_MS_MAX)
  const late = { attempts: 15, firstFailedAtMs: 0 }
  const nowMs = GIVE_UP_MS - HOUR_MS
  const next = nextAttempt(late, { fault: FAULT, retryAfterMs: RETRY_AFTER_MS_MAX, nowMs, random: 0 })
  assert.equal(next.nextAttemptAtMs, GIVE_UP_MS)
})
