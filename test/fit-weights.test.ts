import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitWeights, lossOf, samplesOf } from '../bench/relevance/fit-weights.ts'
import type { LearningQuery, LearningRow } from '../bench/relevance/learning-data.ts'
import { RENAMED_KINDS } from '../bench/relevance/renamed.ts'

const KIND = RENAMED_KINDS[0] as string

function row(isRight: boolean, values: readonly number[], isFixed = false): LearningRow {
  return { isRight, isFixed, score: 40, values: Float32Array.from(values) }
}

function query(rows: readonly LearningRow[], { kind = KIND, frontRank = 0 } = {}): LearningQuery {
  return { kind, frontHits: frontRank, frontRank, rows }
}

const QUERIES = [
  query([row(true, [1, 0.5, 0]), row(false, [0.5, 0.5, 1]), row(false, [0, 1, 0.5])]),
  query([row(false, [0.25, 1, 0]), row(true, [0.75, 0, 1]), row(true, [0.5, 0, 0])], { kind: 'one slip' }),
]

test('The gradient of the loss is its slope in the direction of each weight.', () => {
  const samples = samplesOf(QUERIES, 3)
  const weights = Float64Array.of(0.5, -1, 2)
  const { gradient } = lossOf(samples, weights)
  const apart = 1e-5
  for (let f = 0; f < weights.length; f++) {
    const lossAt = (change: number) =>
      lossOf(
        samples,
        weights.map((one, i) => (i === f ? one + change : one)),
      ).loss
    const slope = (lossAt(apart) - lossAt(-apart)) / (2 * apart)
    assert.ok(Math.abs(slope - (gradient[f] as number)) < 1e-6, `feature ${f}`)
  }
})

test('Fitted weights lower the loss and have the sign of their feature, or are 0.', () => {
  const samples = samplesOf(QUERIES, 3)
  const start = new Float64Array(3)
  const [first, second, third] = fitWeights(samples, [1, 1, 0], { start, steps: 200 })
  assert.ok((first as number) > 0)
  assert.equal(second, 0, 'the second feature would need a negative weight')
  assert.equal(third, 0, 'the third one is left out')
  const fitted = Float64Array.of(first as number, 0, 0)
  assert.ok(lossOf(samples, fitted).loss < lossOf(samples, start).loss)
})

test('Weights are learned only from queries whose right name stands among names that the sum orders.', () => {
  const rows = [row(true, [1]), row(false, [0])]
  const useless = [
    query(rows, { frontRank: 1 }),
    query([row(true, [1], true), row(false, [0])]),
    query([row(false, [1]), row(false, [0])]),
  ]
  const { starts, right, weights } = samplesOf([...useless, query(rows), query(rows, { kind: 'ocr' })], 1)
  assert.deepEqual([...starts], [0, 2, 4])
  assert.deepEqual([...right], [1, 0, 1, 0])
  assert.deepEqual([...weights], [1, 2], 'noise counts twice')
})
