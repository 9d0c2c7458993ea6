import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRetryAfter } from './retry-after.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 12)

test('Retry-After is read as seconds and as an HTTP date; other texts ask for no wait', () => {
  assert.equal(readRetryAfter('120', NOW_MS), 120_000)
  assert.equal(readRetryAfter('0', NOW_MS), 0)
  assert.equal(readRetryAfter(new Date(NOW_MS + 5000).toUTCString(), NOW_MS), 5000)
  assert.equal(readRetryAfter(new Date(NOW_MS - 5000).toUTCString(), NOW_MS), 0)
  for (const text of [undefined, '', '-1', '1.5', '1e9', '9'.repeat(10), 'soon', '2026-01-01', 'x GMT'])
    assert.equal(readRetryAfter(text, NOW_MS), undefined, String(text))
})
