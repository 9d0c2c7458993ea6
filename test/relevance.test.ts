/** No kind of query is found worse than it once was: the bar of bench/relevance/bar.json, on the sample. */
import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { belowBar, measureSample, measureSampleRows, readBar } from '../bench/relevance/bar.ts'
import { DECIDED_BY, readFamousNames } from '../bench/relevance/famous.ts'
import { parseSourceKey } from '../src/adapters/registers/offeneregister/source-key.ts'
import { BRIEF, IS_THOROUGH, someOf } from './thorough.ts'

/** Kinds of queries that `npm test` measures. */
const KINDS_BRIEF = 8

/** Returns the kind of a place of the bar, which is `kind, mode`. */
function kindOf(place: string): string {
  return place.slice(0, place.lastIndexOf(','))
}

describe('relevance on the sample', async () => {
  const bar = readBar()
  const kinds = new Set(Object.keys(bar).map(kindOf))
  // Former names need an index of their own, and the sum of all clerks every clerk.
  const measured = IS_THOROUGH
    ? [...kinds]
    : someOf(
        [...kinds].filter((kind) => !/^(?:former|clerk)/.test(kind)),
        KINDS_BRIEF,
      )
  const scores = await Array.fromAsync(measureSample((kind) => measured.includes(kind)))

  it('reaches the required quality for every kind of query and mode', () => {
    const faults = scores.map((score) => belowBar(bar, score)).filter((fault) => fault !== undefined)
    assert.deepEqual(faults, [])
  })

  it('measures every kind that has a required quality, with enough queries of each', () => {
    const asked = new Map(scores.map(({ kind, mode, count }) => [`${kind}, ${mode}`, count]))
    for (const place of Object.keys(bar).filter((place) => measured.includes(kindOf(place))))
      assert.ok((asked.get(place) ?? 0) >= 20, `${place}: ${asked.get(place)}`)
  })
})

test('of the rows of customer lists that are found in the sample 99.7 % get the right company, and of the absent names 0.1 % are found', {
  skip: BRIEF,
}, async () => {
  const ways = await Array.fromAsync(measureSampleRows())
  assert.equal(ways.length, 6)
  for (const { title, precision, found, states } of ways) {
    const isAbsent = title.startsWith('absent')
    if (isAbsent) assert.ok(found <= 0.001, `${title}: ${found}`)
    else assert.ok(states.found >= 100 && precision >= 0.997, `${title}: ${states.found}, ${precision}`)
  }
})

test('the list of famous names has 150 different queries, each with a register number and what decides its place', () => {
  const names = readFamousNames()
  assert.equal(new Set(names.map(({ query }) => query)).size, 150)
  assert.equal(names.length, 150)
  for (const { query, name, companyNumber, decidedBy } of names) {
    assert.ok(query !== '' && name !== '', companyNumber)
    assert.ok(parseSourceKey(companyNumber) !== undefined, companyNumber)
    assert.ok((DECIDED_BY as readonly string[]).includes(decidedBy), decidedBy)
  }
})
