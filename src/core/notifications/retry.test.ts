import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMAIL_LIFE_MS } from './email.ts'
import { nextTryMs, RETRY_AFTER_MS } from './retry.ts'

const MINUTE_MS = 60_000

test('a refused e-mail is retried after 1, 5, 15 and 60 minutes, 3, 6 and 12 hours, and then no more', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) => nextTryMs(tries, 0, Number.POSITIVE_INFINITY))
  assert.deepEqual(
    waits.map((ms) => (ms === undefined ? undefined : ms / MINUTE_MS)),
    [1, 5, 15, 60, 180, 360, 720, undefined],
  )
})

test('all tries of an e-mail are within 24 hours', () => {
  assert.ok(RETRY_AFTER_MS.reduce((sum, ms) => sum + ms) < EMAIL_LIFE_MS)
})

test('an e-mail that expires before its next try is not tried again', () => {
  assert.equal(nextTryMs(1, 1000, 1000 + MINUTE_MS), undefined)
  assert.equal(nextTryMs(1, 1000, 1001 + MINUTE_MS), 1000 + MINUTE_MS)
})
