import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../core/failure.ts'
import { limitText, readDuration, readLimit, readScopes } from './option-values.ts'

describe('option values', () => {
  it('durations in s, m, h and d are parsed', () => {
    assert.equal(readDuration('--x', '0'), 0)
    assert.equal(readDuration('--x', '0s'), 0)
    assert.equal(readDuration('--x', '15s'), 15_000)
    assert.equal(readDuration('--x', '2m'), 120_000)
    assert.equal(readDuration('--x', '1h'), 3_600_000)
    assert.equal(readDuration('--x', '90d'), 7_776_000_000)
  })

  it('other durations are refused with a sentence that names the option', () => {
    for (const text of ['', '1', '1w', '1.5h', '-1h', ' 1h', '1H', '1h2m', '9999999999d']) {
      assert.throws(
        () => readDuration('--overlap', text),
        (error: unknown) => error instanceof Failure && error.message.startsWith('--overlap must be '),
        text,
      )
    }
  })

  it('a limit is parsed as quota and window', () => {
    assert.deepEqual(readLimit('100000/60s'), { quota: 100_000, windowMs: 60_000 })
    for (const text of ['', '100', '/60s', '100/60', 'x/60s', '1.5/60s', '-1/60s']) {
      assert.throws(() => readLimit(text), Failure, text)
    }
  })

  it('a formatted limit is parsed as the same limit', () => {
    for (const windowMs of [1000, 60_000, 61_000, 5_400_000, 86_400_000]) {
      const limit = { quota: 7, windowMs }
      assert.deepEqual(readLimit(limitText(limit)), limit)
    }
  })

  it('scopes are parsed, and an unknown scope makes the whole list invalid', () => {
    assert.deepEqual(readScopes('companies:read, companies:search'), ['companies:read', 'companies:search'])
    for (const text of ['', 'companies', 'companies:read,', 'companies:read,companies:write']) {
      assert.throws(() => readScopes(text), Failure, text)
    }
  })
})
