/**
 * Who is found, and at which place: judged queries of many kinds.
 *
 *     node bench/relevance/run.ts <folder of *.jsonl.br> [options]
 *
 *     --index FILE     the built index, loaded when it is there, else saved there (with --former another one)
 *     --announcements FILE  register announcements (gzip), whose events count for the prominence (another index file)
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
import { companiesOf } from '../corpus/real-companies.ts'
import { readAnnounced, withAnnouncements } from './announced-companies.ts'
import type { Judged } from './judge.ts'
import { measure } from './measure.ts'
import { type KindScore, type Mode, tableOf } from './score.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    index: { type: 'string' },
    truth: { type: 'string' },
    announcements: { type: 'string' },
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
const folder = folderIn(positionals)
const read = (filesMax?: number) => companiesOf(folder, filesMax)

const starts = options.kinds?.split(',')
const modes: Mode[] =
  options.normal === options.deep ? ['normal', 'deep'] : [options.deep ? 'deep' : 'normal']
const scores: KindScore[] = []
const measuring = {
  read:
    options.announcements === undefined
      ? read
      : withAnnouncements(read, await readAnnounced(options.announcements)),
  ...{ saved: options.index, truth: options.truth, former: options.former, modes },
  ...{ count: Number(options.count), seed: Number(options.seed) },
  isWanted: (kind: string) => starts === undefined || starts.some((start) => kind.startsWith(start)),
}
for await (const { score, judged } of measure(measuring)) {
  scores.push(score)
  printMisses(judged, score.mode)
}
console.log(options.json ? JSON.stringify(scores, undefined, 2) : tableOf(scores))

function folderIn([folder]: readonly string[]): string {
  if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')
  return folder
}

function printMisses(judged: readonly Judged[], mode: Mode): void {
  const missed = judged.filter(({ rank }) => rank !== 1).slice(0, Number(options.misses))
  for (const { query, rank, hits } of missed) {
    console.log(`${query.kind} (${mode}) at ${rank === 0 ? '-' : rank}: ${query.text}`)
    console.log(
      `    meant  ${query.target?.name ?? 'nobody'}${query.target?.status === 'removed' ? ' (removed)' : ''}`,
    )
    for (const { score, kind, record, matchedName } of hits.slice(0, 3)) {
      const former = matchedName === record.name ? '' : ` [${matchedName}]`
      console.log(`    ${String(score).padStart(5)}  ${kind.padEnd(8)} ${record.name}${former}`)
    }
  }
}
