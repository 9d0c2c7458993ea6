/** No kind of query is found worse than it once was: the bar of bench/relevance/bar.json, on the sample. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { belowBar, measureSample, readBar } from '../bench/relevance/bar.ts'

describe('relevance on the sample', () => {
  const bar = readBar()
  const scores = [...measureSample()]

  it('reaches the required quality for every kind of query and mode', () => {
    const faults = scores.map((score) => belowBar(bar, score)).filter((fault) => fault !== undefined)
    assert.deepEqual(faults, [])
  })

  it('measures every kind that has a required quality, with enough queries of each', () => {
    const asked = new Map(scores.map(({ kind, mode, count }) => [`${kind}, ${mode}`, count]))
    for (const place of Object.keys(bar))
      assert.ok((asked.get(place) ?? 0) >= 20, `${place}: ${asked.get(place)}`)
  })
})
