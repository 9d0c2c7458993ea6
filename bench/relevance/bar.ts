/** The required quality (bar) of every kind of query on the sample of the repository. It only rises. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { companiesOf } from '../corpus/real-companies.ts'
import { FORMER_KINDS } from './former-names.ts'
import { measure } from './measure.ts'
import { measureRowPrecision, type RowPrecision } from './row-precision.ts'
import type { KindScore } from './score.ts'

const BAR = fileURLToPath(new URL('bar.json', import.meta.url))
const SAMPLE = fileURLToPath(new URL('../../data/sample', import.meta.url))
const TRUTH = fileURLToPath(new URL('../../data/relevance', import.meta.url))

/** Queries of a kind and the seed that makes them; another choice would need another bar. */
const COUNT = 100
const SEED = 20_260_101

/** Least recall@1 and recall@10 of a kind and its highest share of queries without a hit; the last is absent for names of nobody. */
type Least = readonly [recall1: number, recall10: number, zeroHits?: number]

/** The bar of each kind in a mode, by `kind, mode`. */
export type Bar = Readonly<Record<string, Least>>

/** Shares are kept to so many digits; a query more or less shows in the second. */
const DIGITS = 3
/** What floating point may add to a share of that many digits. */
const ROUNDING = 1e-6

/** What a normal search finds, too. */
const NORMAL_KINDS = /^(?:exact|case|form|umlaut as ae|order|and|prefix|word missing|number|absent)/

/**
 * Measures kinds on the sample, every one unless `has` says otherwise: deep, and normal what a normal search finds. Kinds of former names
 * have an index of their own: the other one is without former names.
 */
export async function* measureSample(has: (kind: string) => boolean = () => true): AsyncGenerator<KindScore> {
  // Small enough to be kept: it is read once and asked for four times.
  const batches = [...companiesOf(SAMPLE)]
  const all = {
    read: () => batches,
    truth: TRUTH,
    count: COUNT,
    seed: SEED,
    modes: ['normal', 'deep'],
  } as const
  // Too few of the famous companies are in the sample.
  const isWanted = (kind: string): boolean => !kind.startsWith('famous') && has(kind)
  for await (const { score } of measure({ ...all, former: false, isWanted })) {
    if (score.mode === 'deep' || NORMAL_KINDS.test(score.kind)) yield score
  }
  const isFormer = (kind: string): boolean => kind.startsWith('former') && has(kind)
  if (!FORMER_KINDS.some(isFormer)) return
  for await (const { score } of measure({ ...all, former: true, modes: ['deep'], isWanted: isFormer }))
    yield score
}

/** Rows that are matched in the sample. */
const ROWS = 600

/** Matches rows of customer lists in the sample. */
export function measureSampleRows(): AsyncGenerator<RowPrecision> {
  const batches = [...companiesOf(SAMPLE)]
  return measureRowPrecision({ read: () => batches, truth: TRUTH, count: ROWS, seed: SEED })
}

/** Reads the bar from its file. */
export function readBar(): Bar {
  return JSON.parse(readFileSync(BAR, 'utf8')) as Bar
}

/** Writes what is better than the bar, and kinds that it does not know yet; returns them. */
export function raiseBar(scores: readonly KindScore[]): readonly string[] {
  const before = readBar()
  const after: Record<string, Least> = { ...before }
  for (const score of scores) after[placeOf(score)] = better(before[placeOf(score)] ?? [0, 0], score)
  writeFileSync(
    BAR,
    `${JSON.stringify(after, undefined, 2).replace(/\[[^\]]+\]/g, (list) => list.replace(/\s+/g, ' ').replace(/\[ | \]/g, (end) => end.trim()))}\n`,
  )
  return Object.keys(after).filter((place) => `${after[place]}` !== `${before[place]}`)
}

/** What of a score is below the bar, in words; `undefined` when nothing is. */
export function belowBar(bar: Bar, score: KindScore): string | undefined {
  const least = bar[placeOf(score)]
  if (least === undefined) return `${placeOf(score)}: no bar; run node bench/relevance/raise-bar.ts`
  const [recall1, recall10] = [down(score.recall1), down(score.recall10)]
  const zeroHits = score.zeroHits === undefined ? 0 : up(score.zeroHits)
  if (recall1 >= least[0] && recall10 >= least[1] && zeroHits <= (least[2] ?? 1)) return undefined
  return `${placeOf(score)}: recall@1 ${recall1}, recall@10 ${recall10}, no hit ${zeroHits}; the bar is ${least.join(', ')}`
}

function better([recall1, recall10, zeroHits = 1]: Least, score: KindScore): Least {
  const recalls = [Math.max(recall1, down(score.recall1)), Math.max(recall10, down(score.recall10))] as const
  return score.zeroHits === undefined ? recalls : [...recalls, Math.min(zeroHits, up(score.zeroHits))]
}

function placeOf({ kind, mode }: KindScore): string {
  return `${kind}, ${mode}`
}

function down(share: number): number {
  return Math.floor(share * 10 ** DIGITS) / 10 ** DIGITS
}

function up(share: number): number {
  return Math.ceil(share * 10 ** DIGITS - ROUNDING) / 10 ** DIGITS
}
