/**
 * Who is found, and at which place: judged queries of many kinds.
 *
 *     node bench/relevance/run.ts <folder of *.jsonl.br> [options]
 *
 *     --index FILE     the built index, loaded when it is there, else saved there (with --former another one)
 *     --truth FOLDER   pairs of spellings that others collected (clerk_corrections.sample.tsv …)
 *     --former         index former names too and ask for them; without it they are not in the index
 *     --normal --deep  one mode only
 *     --kinds a,b      only kinds whose names begin so
 *     --count N        queries of a kind (300)
 *     --seed N         other companies, other noise (1)
 *     --misses N       show up to N misses of every kind, with what came instead
 *     --json           figures as JSON
 */
import { parseArgs } from 'node:util'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { openSegment } from '../../src/engine/segment.ts'
import { Random } from '../corpus/random.ts'
import { ABSENT_KINDS, absentQueries } from './absent-names.ts'
import { FORMER_KINDS, formerQueries } from './former-names.ts'
import { type Judged, judge } from './judge.ts'
import { KnownNames } from './known-names.ts'
import { NOISE_KINDS, noisyQueries } from './noisy-queries.ts'
import type { JudgedQuery } from './query.ts'
import { relevanceImage } from './relevance-index.ts'
import { type KindScore, scoreOf, tableOf } from './score.ts'
import { drawTargets } from './targets.ts'
import { truthQueries } from './truth.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    index: { type: 'string' },
    truth: { type: 'string' },
    former: { type: 'boolean', default: false },
    normal: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    kinds: { type: 'string' },
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
})
const folder = positionals[0]
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')

const image = relevanceImage(folder, options.former, options.index)
const index = new EmbeddedNameIndex()
index.publish(image)
const segment = openSegment(image)
const known = new KnownNames(segment)
const seed = Number(options.seed)
const count = Number(options.count)
const modes = options.normal === options.deep ? [false, true] : [options.deep]

const scores: KindScore[] = []
for (const [kind, queries] of queriesByKind()) {
  for (const deep of modes) {
    const judged = queries.map((query) => judge(index, query, deep))
    scores.push(scoreOf(kind, deep ? 'deep' : 'normal', judged))
    printMisses(judged, deep)
  }
}
console.log(options.json ? JSON.stringify(scores, undefined, 2) : tableOf(scores))

function queriesByKind(): Map<string, JudgedQuery[]> {
  const byKind = new Map<string, JudgedQuery[]>()
  const add = (query: JudgedQuery): void => {
    byKind.set(query.kind, [...(byKind.get(query.kind) ?? []), query])
  }
  if (options.truth !== undefined) truthQueries(options.truth, known).filter(isAsked).forEach(add)
  const targets = drawTargets(folder as string, new Random(seed).start(0))
  const making = { known, seed, count }
  for (const kind of NOISE_KINDS.filter(isWanted)) noisyQueries(kind, targets, making).forEach(add)
  const absent = ABSENT_KINDS.filter(isWanted)
  if (absent.length > 0) absentQueries(absent, targets, making).forEach(add)
  if (options.former && FORMER_KINDS.some(isWanted))
    formerQueries(targets, making).filter(isAsked).forEach(add)
  return byKind
}

function isWanted(kind: string): boolean {
  return options.kinds === undefined || options.kinds.split(',').some((start) => kind.startsWith(start))
}

function isAsked({ kind }: JudgedQuery): boolean {
  return isWanted(kind)
}

function printMisses(judged: readonly Judged[], deep: boolean): void {
  const missed = judged.filter(({ rank }) => rank !== 1).slice(0, Number(options.misses))
  for (const { query, rank, hits } of missed) {
    console.log(`${query.kind} (${deep ? 'deep' : 'normal'}) at ${rank === 0 ? '-' : rank}: ${query.text}`)
    console.log(
      `    meant  ${query.target?.name ?? 'nobody'}${query.target?.status === 'removed' ? ' (removed)' : ''}`,
    )
    for (const { score, kind, record, matchedName } of hits.slice(0, 3)) {
      const former = matchedName === record.name ? '' : ` [${matchedName}]`
      console.log(`    ${String(score).padStart(5)}  ${kind.padEnd(8)} ${record.name}${former}`)
    }
  }
}
