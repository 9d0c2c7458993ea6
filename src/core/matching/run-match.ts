/** Runs a claimed job from its first row without a stored result to its end. */
import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import type { MatchedListRow, MatchedOutput } from './customer-list.ts'
import type { ListFiles } from './list-files.ts'
import type { MatchJob } from './match-job.ts'
import type { MatchJobStore } from './match-job-store.ts'
import { matchList } from './match-list.ts'
import type { RowMatcher } from './row-matcher.ts'
import type { RowCounts } from './row-states.ts'

/** What running a job needs. */
export interface RunMatchNeeds extends Needs<'clock'> {
  readonly matchJobs: Pick<MatchJobStore, 'file' | 'save' | 'end' | 'takeBackStart'>
  readonly lists: ListFiles
  readonly matcher: RowMatcher
}

/** How a job is run. */
export interface RunMatchOptions {
  /** The node that has claimed it. */
  readonly node: string
  /** Ends the run after the rows that are being matched. */
  readonly signal: AbortSignal
  /** Parts that are matched at the same time. */
  readonly partsAtOnce: number
  /** Called with the number of rows that were stored. */
  readonly stored: (rows: number) => void
}

/** How a run ended. `left`: the job was deleted, another node has it, or the signal was aborted. */
export type MatchRunEnd = 'done' | 'left'

/** The job is no longer that of this node. */
class JobLost extends Error {}

/**
 * Runs a job. Each hundred rows are stored together, so that a run after this one continues behind them.
 *
 * @throws what the index or the store throws; the job can be claimed again.
 */
export async function runMatch(
  needs: RunMatchNeeds,
  job: MatchJob,
  options: RunMatchOptions,
): Promise<MatchRunEnd> {
  try {
    return await runToEnd(needs, job, options)
  } catch (error) {
    if (error instanceof JobLost || options.signal.aborted) return 'left'
    if (isOfServer(error)) await needs.matchJobs.takeBackStart(job.id, options.node)
    throw error
  }
}

/** Whether something is missing that comes back: room on a disk, the database, the index. */
function isOfServer(error: unknown): boolean {
  return error instanceof Failure && error.code === 'service_unavailable'
}

async function runToEnd(needs: RunMatchNeeds, job: MatchJob, options: RunMatchOptions): Promise<MatchRunEnd> {
  const { matchJobs, lists, matcher, clock } = needs
  const path = await lists.store(matchJobs.file(job.id), undefined)
  try {
    const list = await lists.open(path, { hasNoHeader: job.hasNoHeader })
    const output = outputOf(needs, job, options)
    const { columns, deep } = job
    const { partsAtOnce, signal } = options
    for await (const _progress of matchList(
      { list, matcher, output },
      { columns, deep, partsAtOnce, signal },
    )) {
      // What was written is stored.
    }
    if (output.rowsDone < job.rows) return 'left'
    await matchJobs.end(job.id, options.node, { state: 'done', fault: '', atMs: clock.nowMs() })
    return 'done'
  } finally {
    lists.discard(path)
  }
}

function outputOf(
  { matchJobs }: RunMatchNeeds,
  job: MatchJob,
  { node, stored }: RunMatchOptions,
): MatchedOutput {
  let { rowsDone, counts } = job
  return {
    get rowsDone() {
      return rowsDone
    },
    async write(rows) {
      counts = withRows(counts, rows)
      if (!(await matchJobs.save(job.id, node, { from: rowsDone, rows, counts }))) throw new JobLost()
      rowsDone += rows.length
      stored(rows.length)
    },
  }
}

function withRows(before: RowCounts, rows: readonly MatchedListRow[]): RowCounts {
  const counts = { ...before }
  for (const { result } of rows) counts[result.state]++
  return counts
}
