/** The result of a job as text. */
import { Failure } from '../failure.ts'
import type { MatchJob } from './match-job.ts'
import type { MatchJobReader } from './match-job-store.ts'
import type { LineFormat } from './row-lines.ts'

/**
 * Yields the lines of a finished job, some at a time.
 *
 * @throws {Failure} `not_found` if the job is deleted meanwhile.
 */
export async function* matchedLines(
  matchJobs: Pick<MatchJobReader, 'results' | 'decisions'>,
  { id, rows: count }: MatchJob,
  { start, lineOf }: LineFormat,
): AsyncGenerator<string> {
  if (start !== '') yield start
  for (let from = 0; from < count; ) {
    const rows = await matchJobs.results(id, from)
    if (rows.length === 0) throw new Failure('not_found', `the job ${id} was deleted`)
    const choices = await matchJobs.decisions(id, from, from + rows.length)
    yield rows.map((row, at) => lineOf({ ...row, choice: choices.get(from + at) })).join('')
    from += rows.length
  }
}
