import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLimitTraffic, SharedLimitTrafficMeter } from './limit-traffic.ts'
import { createSharedBlock } from './shared-block.ts'

const SIZE = { keysMax: 8, metersMax: 8, addressesMax: 8 }

describe('notes about the server for limits', () => {
  it('are added up over threads, and the state of a thread is reset by its successor', () => {
    const block = createSharedBlock(SIZE, 1)
    const [one, other] = [2, 3].map((thread) => new SharedLimitTrafficMeter(block, thread))
    assert.deepEqual([readLimitTraffic(block).reached, readLimitTraffic(block).lost], [0, 0])
    one!.noteReached(true)
    other!.noteReached(false)
    other!.noteFallBack()
    one!.noteFallBack()
    one!.noteRoundTrip(40)
    other!.noteRoundTrip(11_000_000)
    const { counts, totalUs } = readLimitTraffic(block).roundTrips
    assert.deepEqual([counts[0], counts.at(-1), totalUs], [1, 1, 11_000_040])
    const { reached, lost, fallBacks } = readLimitTraffic(block)
    assert.deepEqual([reached, lost, fallBacks], [1, 1, 2])
    new SharedLimitTrafficMeter(block, 3)
    assert.deepEqual([readLimitTraffic(block).lost, readLimitTraffic(block).fallBacks], [0, 2])
  })
})
