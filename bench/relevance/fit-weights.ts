/** Fits weights so that the right names of a query get the highest sums (listwise softmax loss). */
import type { LearningQuery } from './learning-data.ts'
import { isRenamed } from './learning-data.ts'

/** Weights by feature. */
export type Weights = Float64Array

/** Rows whose score comes from the sum, of the queries that have right and wrong ones. */
export interface Samples {
  readonly features: number
  /** Values of all rows, one row after the other. */
  readonly values: Float32Array
  /** By row: 1 if it is right. */
  readonly right: Uint8Array
  /** By query: its first row; one more entry than queries. */
  readonly starts: Uint32Array
  /** By query: its weight in the loss. */
  readonly weights: Float64Array
}

/** Weight of a query with noise; that of a renamed company is 1. */
const NOISE_WEIGHT = 2
/** Factor of the squared weights in the loss. */
const L2 = 1e-3
/** Adam, with its usual constants. */
const STEP = 0.05
const [MEAN_DECAY, SQUARE_DECAY, EPSILON] = [0.9, 0.999, 1e-8]

/** Returns the samples of the queries. */
export function samplesOf(queries: readonly LearningQuery[], features: number): Samples {
  const lists = queries.flatMap((query) => {
    const rows = query.rows.filter(({ isFixed }) => !isFixed)
    const isUseful = query.frontRank === 0 && new Set(rows.map(({ isRight }) => isRight)).size === 2
    return isUseful ? [{ rows, weight: isRenamed(query) ? 1 : NOISE_WEIGHT }] : []
  })
  const starts = new Uint32Array(lists.length + 1)
  for (const [i, { rows }] of lists.entries()) starts[i + 1] = (starts[i] as number) + rows.length
  const all = lists.flatMap(({ rows }) => rows)
  const values = new Float32Array(all.length * features)
  for (const [i, row] of all.entries()) values.set(row.values, i * features)
  return {
    ...{ features, values, starts },
    right: Uint8Array.from(all, ({ isRight }) => Number(isRight)),
    weights: Float64Array.from(lists, ({ weight }) => weight),
  }
}

/** Fits the weights from `start`. Those of a feature with sign 0 are 0, others have the sign or are 0. */
export function fitWeights(
  samples: Samples,
  signs: readonly number[],
  { start, steps }: { readonly start: Weights; readonly steps: number },
): Weights {
  const weights = start.map((weight, f) => clamped(weight, signs[f] as number))
  const mean = new Float64Array(weights.length)
  const square = new Float64Array(weights.length)
  for (let step = 1; step <= steps; step++) {
    const { gradient } = lossOf(samples, weights)
    for (let f = 0; f < weights.length; f++) {
      const slope = (gradient[f] as number) + L2 * (weights[f] as number)
      mean[f] = MEAN_DECAY * (mean[f] as number) + (1 - MEAN_DECAY) * slope
      square[f] = SQUARE_DECAY * (square[f] as number) + (1 - SQUARE_DECAY) * slope * slope
      const direction = (mean[f] as number) / (1 - MEAN_DECAY ** step)
      const scale = Math.sqrt((square[f] as number) / (1 - SQUARE_DECAY ** step)) + EPSILON
      weights[f] = clamped((weights[f] as number) - (STEP * direction) / scale, signs[f] as number)
    }
  }
  return weights
}

function clamped(weight: number, sign: number): number {
  return weight * sign > 0 ? weight : 0
}

/** Returns the mean of -log(share of the right rows in the softmax of the sums), and its gradient. */
export function lossOf(samples: Samples, weights: Weights): { loss: number; gradient: Weights } {
  const { features, values, right, starts } = samples
  const gradient = new Float64Array(features)
  const sums = new Float64Array(right.length)
  for (let row = 0; row < sums.length; row++) sums[row] = sumOf(values, row * features, weights)
  let [loss, weightTotal] = [0, 0]
  for (let query = 0; query < samples.weights.length; query++) {
    const [from, to, weight] = [starts[query]!, starts[query + 1]!, samples.weights[query]!]
    let [most, all, ofRight] = [Number.NEGATIVE_INFINITY, 0, 0]
    for (let row = from; row < to; row++) most = Math.max(most, sums[row]!)
    for (let row = from; row < to; row++) {
      sums[row] = Math.exp(sums[row]! - most)
      all += sums[row]!
      if (right[row] === 1) ofRight += sums[row]!
    }
    ofRight = Math.max(ofRight, Number.MIN_VALUE)
    loss -= weight * Math.log(ofRight / all)
    weightTotal += weight
    for (let row = from; row < to; row++) {
      const share = sums[row]! / all - (right[row] === 1 ? sums[row]! / ofRight : 0)
      for (let f = 0; f < features; f++)
        gradient[f] = gradient[f]! + weight * share * values[row * features + f]!
    }
  }
  return { loss: loss / weightTotal, gradient: gradient.map((one) => one / weightTotal) }
}

/** Returns the weighted sum of the values from `at` on. */
export function sumOf(values: Float32Array, at: number, weights: Weights): number {
  let sum = 0
  for (let f = 0; f < weights.length; f++) sum += weights[f]! * values[at + f]!
  return sum
}
