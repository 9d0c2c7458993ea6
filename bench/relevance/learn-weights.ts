/**
 * Learns the weights of `src/names/ranking/shared-score.ts` from former names of companies (docs/relevance.md).
 *
 *     node bench/relevance/learn-weights.ts <folder of *.jsonl.br> [options]
 *
 *     --index FILE  the index without former names, loaded if it exists, else built and saved there
 *     --count N     queries of each renamed kind (1600)
 *     --no-ablation leaves out the table of what each feature contributes
 *     --write       writes the weights into the source file, unless the judged half gets worse
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SCORE_MIN } from '../../src/names/ranking/rank.ts'
import { FEATURES, POINTS, SCORE_OF_ZERO } from '../../src/names/ranking/shared-score.ts'
import { Random } from '../corpus/random.ts'
import { companiesOf } from '../corpus/real-companies.ts'
import type { Samples, Weights } from './fit-weights.ts'
import { fitWeights, lossOf, samplesOf, sumOf } from './fit-weights.ts'
import type { LearningQuery } from './learning-data.ts'
import { isRenamed, LearningData } from './learning-data.ts'
import { relevanceImage } from './relevance-index.ts'
import { RENAMED_KINDS } from './renamed.ts'
import { drawTargets } from './targets.ts'

const SOURCE = join(import.meta.dirname, '../../src/names/ranking/shared-score.ts')
const STEPS = 2000
const ABLATION_STEPS = 150
/** Smaller weights are written as 0. */
const WEIGHT_MIN = 0.02
const PAGE = 10

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    index: { type: 'string' },
    count: { type: 'string', default: '1600' },
    'no-ablation': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')

const read = (filesMax?: number) => companiesOf(folder, filesMax)
const data = new LearningData(relevanceImage(read, false, options.index))
const targets = drawTargets(read, new Random(1).start(0))
const count = Number(options.count)
const learned = samplesOf(data.queriesOf(targets, 'learned', count), FEATURES.length)
const judgedQueries = data.queriesOf(targets, 'judged', count)
const judged = samplesOf(judgedQueries, FEATURES.length)
console.log(`learned from ${sizeOf(learned)}, judged by ${sizeOf(judged)}`)

const present = Float64Array.from(FEATURES, ({ weight }) => weight)
const signs = FEATURES.map(({ weight }) => Math.sign(weight))
const start = new Float64Array(FEATURES.length)
const fitted = fitWeights(learned, signs, { start, steps: STEPS }).map(rounded)
const scoreOfZero = scoreOfZeroFor(fitted)

printWeights()
printQuality('present', present)
printQuality('fitted', fitted)
if (options.write) write()
if (!options['no-ablation']) printAblation()

function sizeOf({ weights, right }: Samples): string {
  return `${weights.length} queries with ${right.length} names`
}

function rounded(weight: number): number {
  return Math.abs(weight) < WEIGHT_MIN ? 0 : Math.round(weight * 1000) / 1000
}

function printWeights(): void {
  console.log('\n| feature | present | fitted |\n|---|--:|--:|')
  for (const [f, { en, weight }] of FEATURES.entries()) console.log(`| ${en} | ${weight} | ${fitted[f]} |`)
}

function printQuality(title: string, weights: Weights): void {
  const losses = [learned, judged].map((half) => lossOf(half, weights).loss.toFixed(4))
  const zero = weights === present ? SCORE_OF_ZERO : scoreOfZero
  const shown = (100 * shownShare(weights, (SCORE_MIN - zero) / POINTS)).toFixed(1)
  console.log(`\n${title}: loss ${losses[0]} on the learned half, ${losses[1]} on the judged one;`)
  console.log(`${shown} % of the right renamed names get ${SCORE_MIN} or more if a sum of 0 scores ${zero}\n`)
  console.log('| kind | queries | recall@1 | recall@10 |\n|---|--:|--:|--:|')
  for (const [kind, queries] of Map.groupBy(judgedQueries, ({ kind }) => kind))
    console.log(`| ${kind} | ${queries.length} | ${recallOf(queries, weights).map(shareText).join(' | ')} |`)
}

function shareText(share: number): string {
  return share.toFixed(3)
}

/** Returns the shares of the queries whose company is the first hit, and among the first ten. */
function recallOf(queries: readonly LearningQuery[], weights: Weights): readonly [number, number] {
  let [first, onPage] = [0, 0]
  for (const query of queries) {
    const rank = rankBy(query, weights)
    if (rank === 1) first++
    if (rank > 0 && rank <= PAGE) onPage++
  }
  return [first / queries.length, onPage / queries.length]
}

/** Returns the place of the right name if the names after those of a normal search are in order of the sum. */
function rankBy({ frontRank, frontHits, rows }: LearningQuery, weights: Weights): number {
  if (frontRank > 0) return frontRank
  const order = rows
    .map(({ isRight, isFixed, score, values }) => {
      return { isRight, isFixed, sum: isFixed ? score : sumOf(values, 0, weights) }
    })
    .sort((a, b) => Number(b.isFixed) - Number(a.isFixed) || b.sum - a.sum)
  const place = order.findIndex(({ isRight }) => isRight)
  return place < 0 ? 0 : frontHits + place + 1
}

/** Returns the sums of the right names of renamed companies in the judged half, in descending order. */
function rightSums(weights: Weights): Float64Array {
  const right = judgedQueries
    .filter(isRenamed)
    .flatMap(({ rows }) => rows.filter(({ isRight, isFixed }) => isRight && !isFixed))
  return Float64Array.from(right, ({ values }) => sumOf(values, 0, weights))
    .sort()
    .reverse()
}

function shownShare(weights: Weights, sumMin: number): number {
  const sums = rightSums(weights)
  return sums.filter((sum) => sum >= sumMin).length / Math.max(1, sums.length)
}

/** Returns the score of a sum of 0 with which as many right names as today get `SCORE_MIN` or more. */
function scoreOfZeroFor(weights: Weights): number {
  const share = shownShare(present, (SCORE_MIN - SCORE_OF_ZERO) / POINTS)
  const sums = rightSums(weights)
  const sumMin = sums[Math.min(sums.length - 1, Math.round(share * sums.length))] ?? 0
  return Math.round(SCORE_MIN - POINTS * sumMin)
}

/** Prints how the judged half changes if the weights are fitted without a feature. */
function printAblation(): void {
  const partly = judgedQueries.filter(({ kind }) => kind === RENAMED_KINDS.at(-1))
  const refit = (signs: readonly number[]) =>
    fitWeights(learned, signs, { start: fitted, steps: ABLATION_STEPS })
  // The same further steps with all features, so that only the feature makes the difference.
  const complete = refit(signs)
  const all = { loss: lossOf(judged, complete).loss, recall: recallOf(partly, complete) }
  console.log('\n| without | loss | partly another name, recall@1 | recall@10 |\n|---|--:|--:|--:|')
  for (const [f, { en }] of FEATURES.entries()) {
    if (fitted[f] === 0) continue
    const weights = refit(signs.map((sign, i) => (i === f ? 0 : sign)))
    const recall = recallOf(partly, weights).map((share, i) => signed(share - (all.recall[i] as number), 3))
    console.log(`| ${en} | ${signed(lossOf(judged, weights).loss - all.loss, 4)} | ${recall.join(' | ')} |`)
  }
}

function signed(difference: number, digits: number): string {
  const text = difference.toFixed(digits)
  return Number(text) > 0 ? `+${text}` : text
}

/** Writes weights and score of 0 into the source file, unless the judged half gets worse. */
function write(): void {
  const worse = worseThanPresent()
  if (worse.length > 0) {
    console.log(`\nnot written: worse in ${worse.join(', ')}`)
    return
  }
  let source = readFileSync(SOURCE, 'utf8')
  for (const [f, { en }] of FEATURES.entries()) {
    const weight = new RegExp(`(?<=en: '${en}',\\s*weight: )-?[\\d.]+`)
    source = source.replace(weight, String(fitted[f]))
  }
  source = source.replace(/(?<=SCORE_OF_ZERO = )\d+/, String(scoreOfZero))
  writeFileSync(SOURCE, source)
  const unused = FEATURES.filter((_, f) => fitted[f] === 0).map(({ en }) => en)
  console.log(`\nwritten${unused.length === 0 ? '' : `; remove ${unused.join(', ')}`}`)
}

function worseThanPresent(): string[] {
  const worse = RENAMED_KINDS.filter((kind) => {
    const queries = judgedQueries.filter((query) => query.kind === kind)
    const before = recallOf(queries, present)
    return recallOf(queries, fitted).some((share, i) => share < (before[i] as number))
  })
  return lossOf(judged, fitted).loss > lossOf(judged, present).loss ? ['the loss', ...worse] : worse
}
