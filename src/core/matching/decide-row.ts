/** Stores what a person decided about one row of a matched list. */
import { Failure } from '../failure.ts'
import type { Clock } from '../ports.ts'
import type { MatchOwner } from './match-job.ts'
import type { MatchJobStore } from './match-job-store.ts'
import { PART_ROWS } from './match-list.ts'
import type { NewDecision } from './row-choice.ts'
import { isChoiceOf } from './row-decision.ts'

/** What deciding needs. */
export interface DecideNeeds {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly matchJobs: Pick<MatchJobStore, 'find' | 'results' | 'decide'>
}

/**
 * Stores a decision in place of an earlier one. The row must be matched; the job may still run.
 *
 * @throws {Failure} `not_found` if the owner has no such job; `invalid_request` if the row is not matched yet, or
 * the choice is not one of its companies.
 */
export async function decideRow(
  { matchJobs, clock }: DecideNeeds,
  owner: MatchOwner,
  { job: id, row, choice }: NewDecision,
): Promise<void> {
  const job = await matchJobs.find(owner, id)
  if (job === undefined) throw notFound(id)
  if (row >= job.rowsDone)
    throw new Failure('invalid_request', 'no such row', [{ field: '/row', reason: 'too_large' }])
  const part = row - (row % PART_ROWS)
  const found = (await matchJobs.results(id, part))[row - part]
  if (found === undefined) throw notFound(id)
  if (choice !== null && !isChoiceOf(found.result, choice))
    throw new Failure('invalid_request', 'not a company of the row', [
      { field: '/choice', reason: 'not_allowed' },
    ])
  const { state } = found.result
  const isStored = await matchJobs.decide(id, { row, state, choice, atMs: clock.nowMs() })
  if (!isStored) throw notFound(id)
}

function notFound(id: string): Failure {
  return new Failure('not_found', `no job ${id}`)
}
