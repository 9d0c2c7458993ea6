/** Queries of match jobs. */
import { Failure } from '../../../core/failure.ts'
import { MATCH_JOBS_MAX, type MatchOwner } from '../../../core/matching/match-job.ts'
import type { Accounts, MatchJobsTable } from './accounts-tables.ts'
import { ARRIVING } from './match-job-rows.ts'

/** Time after which a job whose file is not stored is taken for one of a process that was killed, in ms. */
export const ARRIVAL_MS_MAX = 600_000

/** The job that a node may claim: those that were never claimed first, then the one whose claim ended first. */
export function claimable(tables: Accounts, nowMs: number) {
  return tables
    .selectFrom('match_jobs')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .where('claimed_until_ms', '<=', nowMs)
    .orderBy('claimed_until_ms')
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(1)
}

/** Changes a job. */
export async function setJob(tables: Accounts, id: string, change: Partial<MatchJobsTable>): Promise<void> {
  await tables.updateTable('match_jobs').set(change).where('id', '=', id).execute()
}

/** The jobs of an owner. */
export function jobsOf(tables: Accounts, { account, isTest }: MatchOwner) {
  return tables
    .selectFrom('match_jobs')
    .selectAll()
    .where('account_id', '=', account)
    .where('is_test', '=', Number(isTest))
    .where('state', '<>', ARRIVING)
}

/** @throws {Failure} as `MatchJobStore.add`. */
export async function checkOwner(
  tables: Accounts,
  { account: id, isTest }: MatchOwner,
  nowMs: number,
): Promise<void> {
  const account = await tables
    .selectFrom('accounts')
    .select('deleted_at_ms')
    .where('id', '=', id)
    .executeTakeFirst()
  if (account === undefined || account.deleted_at_ms !== null)
    throw new Failure('conflict', 'The account was deleted.')
  const known = await tables
    .selectFrom('match_jobs')
    .select(['state', 'created_at_ms'])
    .where('account_id', '=', id)
    .where('is_test', '=', Number(isTest))
    .execute()
  const isActive = (row: (typeof known)[number]) =>
    row.state === ARRIVING
      ? row.created_at_ms > nowMs - ARRIVAL_MS_MAX
      : row.state === 'queued' || row.state === 'running'
  if (known.some(isActive)) throw new Failure('conflict', 'The account has a job that is queued or running.')
  if (known.length >= MATCH_JOBS_MAX)
    throw new Failure(
      'conflict',
      `The account has ${MATCH_JOBS_MAX} jobs, which is the maximum. Delete one first.`,
    )
}
