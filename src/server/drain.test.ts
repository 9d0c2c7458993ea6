import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { stopAfterDrain } from './drain.ts'

/** A drain that no test waits for. */
const LONG_MS = 60_000

/** A stop, the signal before it, and how often a drain began. */
function prepared(drainMs: number) {
  const signal = new AbortController()
  const { stop, end, onDrain } = stopAfterDrain(signal.signal, drainMs)
  let begun = 0
  onDrain(() => {
    assert.equal(stop.aborted, false, 'a drain begins before the stop')
    begun++
  })
  return { stop, end, ask: () => signal.abort(), begun: () => begun }
}

describe('a stop with a drain before it', () => {
  it('follows when the time of the drain is over', async () => {
    const { stop, ask, begun } = prepared(1)
    const stopped = once(stop, 'abort')
    ask()
    assert.deepEqual([begun(), stop.aborted], [1, false])
    await stopped
  })

  it('follows at once without a time for the drain, and during a start', () => {
    const { stop, ask, begun } = prepared(0)
    ask()
    assert.deepEqual([begun(), stop.aborted], [0, true])

    const signal = new AbortController()
    const starting = stopAfterDrain(signal.signal, LONG_MS)
    signal.abort()
    assert.equal(starting.stop.aborted, true)
  })

  it('follows at once when a fault ends the server, also during the drain', () => {
    const before = prepared(LONG_MS)
    before.end()
    assert.deepEqual([before.begun(), before.stop.aborted], [0, true])

    const during = prepared(LONG_MS)
    during.ask()
    assert.equal(during.stop.aborted, false)
    during.end()
    assert.equal(during.stop.aborted, true)
  })
})
