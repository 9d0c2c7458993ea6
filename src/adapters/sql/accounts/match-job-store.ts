import type { MatchedListRow } from '../../../core/matching/customer-list.ts'
import {
  MATCH_JOB_STATES,
  MATCH_STARTS_MAX,
  type MatchJob,
  type MatchJobState,
  type MatchOwner,
} from '../../../core/matching/match-job.ts'
import type {
  MatchClaim,
  MatchedPart,
  MatchJobStore,
  RowDecision,
} from '../../../core/matching/match-job-store.ts'
import type { RowChoice } from '../../../core/matching/row-choice.ts'
import type { RowCounts, RowState } from '../../../core/matching/row-states.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { Accounts, AccountsTables } from './accounts-tables.ts'
import {
  decidedCountsOf,
  decidedRowsOf,
  decisionsOf,
  lettersOf,
  rowsOf,
  statesOf,
  storeDecision,
} from './match-decisions.ts'
import { ARRIVAL_MS_MAX, checkOwner, claimable, jobsOf, setJob } from './match-job-queries.ts'
import { ARRIVING, jobOf, packRows, rowOfNew } from './match-job-rows.ts'

const TOO_OFTEN = 'The job was begun several times and ended each time before a row was stored.'

/** The jobs that match lists. It uses the database and does not close it. */
export class SqlMatchJobStore implements MatchJobStore {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  get #tables(): Accounts {
    return this.#database.tables
  }

  async list(owner: MatchOwner): Promise<readonly MatchJob[]> {
    const rows = await jobsOf(this.#tables, owner).orderBy('created_at_ms', 'desc').orderBy('id').execute()
    return rows.map(jobOf)
  }

  async find(owner: MatchOwner, id: string): Promise<MatchJob | undefined> {
    const row = await jobsOf(this.#tables, owner).where('id', '=', id).executeTakeFirst()
    return row && jobOf(row)
  }

  async checkStart(owner: MatchOwner, nowMs: number): Promise<void> {
    await checkOwner(this.#tables, owner, nowMs)
  }

  results(id: string, from: number): Promise<readonly MatchedListRow[]> {
    return rowsOf(this.#tables, id, from)
  }

  states(id: string): Promise<string> {
    return statesOf(this.#tables, id)
  }

  decisions(id: string, from: number, to: number): Promise<ReadonlyMap<number, RowChoice>> {
    return decisionsOf(this.#tables, id, from, to)
  }

  decidedRows(id: string, state: RowState): Promise<readonly number[]> {
    return decidedRowsOf(this.#tables, id, state)
  }

  decidedCounts(id: string): Promise<RowCounts> {
    return decidedCountsOf(this.#tables, id)
  }

  decide(id: string, decision: RowDecision): Promise<boolean> {
    return this.#database.forAccount(undefined, (tables) => storeDecision(tables, id, decision))
  }

  async add(job: MatchJob, file: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#database.forAccount(job.account, async (tables) => {
      await checkOwner(tables, job, job.createdAtMs)
      await tables.insertInto('match_jobs').values(rowOfNew(job)).execute()
    })
    try {
      let part = 0
      for await (const content of file) {
        await this.#tables
          .insertInto('match_files')
          .values({ job_id: job.id, part: part++, content: Buffer.from(content) })
          .execute()
      }
      await this.#tables.updateTable('match_jobs').set({ state: 'queued' }).where('id', '=', job.id).execute()
    } catch (error) {
      await this.remove(job, job.id)
      throw error
    }
  }

  async remove({ account, isTest }: MatchOwner, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#tables
      .deleteFrom('match_jobs')
      .where('id', '=', id)
      .where('account_id', '=', account)
      .where('is_test', '=', Number(isTest))
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  async purge(nowMs: number): Promise<number> {
    const { numDeletedRows } = await this.#tables
      .deleteFrom('match_jobs')
      .where(({ eb, or, and }) =>
        or([
          eb('expires_at_ms', '<=', nowMs),
          and([eb('state', '=', ARRIVING), eb('created_at_ms', '<', nowMs - ARRIVAL_MS_MAX)]),
        ]),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  async claim({ node, untilMs }: MatchClaim, nowMs: number): Promise<MatchJob | undefined> {
    // Without a job, which is the rule, nothing is locked.
    if (!(await this.isAnyWaiting(nowMs))) return undefined
    return this.#database.alone(async (tables) => {
      let row = await claimable(tables, nowMs).executeTakeFirst()
      while (row !== undefined && row.starts >= MATCH_STARTS_MAX) {
        await setJob(tables, row.id, { state: 'failed', fault: TOO_OFTEN, ended_at_ms: nowMs })
        row = await claimable(tables, nowMs).executeTakeFirst()
      }
      if (row === undefined) return undefined
      await setJob(tables, row.id, {
        state: 'running',
        node,
        claimed_until_ms: untilMs,
        starts: row.starts + 1,
      })
      return { ...jobOf(row), state: 'running' }
    })
  }

  async isAnyWaiting(nowMs: number): Promise<boolean> {
    return (await claimable(this.#tables, nowMs).executeTakeFirst()) !== undefined
  }

  async takeBackStart(id: string, node: string): Promise<void> {
    await takeBackStarts(this.#tables, node).where('id', '=', id).execute()
  }

  async renew(id: string, { node, untilMs }: MatchClaim): Promise<boolean> {
    const { numUpdatedRows } = await this.#tables
      .updateTable('match_jobs')
      .set({ claimed_until_ms: untilMs })
      .where('id', '=', id)
      .where('node', '=', node)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async release(node: string | 'all'): Promise<void> {
    // A node that gives its jobs back was not ended by them.
    if (node !== 'all') await takeBackStarts(this.#tables, node).execute()
    const running = this.#tables
      .updateTable('match_jobs')
      .set({ claimed_until_ms: 0, node: '' })
      .where('state', '=', 'running')
    await (node === 'all' ? running : running.where('node', '=', node)).execute()
  }

  async *file(id: string): AsyncGenerator<Uint8Array> {
    for (let part = 0; ; part++) {
      const row = await this.#tables
        .selectFrom('match_files')
        .select('content')
        .where('job_id', '=', id)
        .where('part', '=', part)
        .executeTakeFirst()
      if (row === undefined) return
      yield row.content
    }
  }

  async save(id: string, node: string, { from, rows, counts }: MatchedPart): Promise<boolean> {
    const content = await packRows(rows)
    return this.#database.forAccount(undefined, async (tables) => {
      const { numUpdatedRows } = await tables
        .updateTable('match_jobs')
        .set({ rows_done: from + rows.length, counts: JSON.stringify(counts), starts: 0 })
        .where('id', '=', id)
        .where('node', '=', node)
        .where('state', '=', 'running')
        .where('rows_done', '=', from)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await tables
        .insertInto('match_results')
        .values({ job_id: id, first_row: from, content, states: lettersOf(rows) })
        .execute()
      return true
    })
  }

  async end(
    id: string,
    node: string,
    {
      state,
      fault,
      atMs,
    }: { readonly state: 'done' | 'failed'; readonly fault: string; readonly atMs: number },
  ): Promise<void> {
    await this.#tables
      .updateTable('match_jobs')
      .set({ state, fault, ended_at_ms: atMs })
      .where('id', '=', id)
      .where('node', '=', node)
      .where('state', '=', 'running')
      .execute()
  }

  async counts(): Promise<Readonly<Record<MatchJobState, number>>> {
    const rows = await this.#tables
      .selectFrom('match_jobs')
      .select(['state', ({ fn }) => fn.countAll<number>().as('jobs')])
      .groupBy('state')
      .execute()
    const jobs = new Map(rows.map((row) => [row.state, Number(row.jobs)]))
    return Object.fromEntries(MATCH_JOB_STATES.map((state) => [state, jobs.get(state) ?? 0])) as Record<
      MatchJobState,
      number
    >
  }
}

/** Takes back the last start of each job that a node has and has stored no row of since. */
function takeBackStarts(tables: Accounts, node: string) {
  return tables
    .updateTable('match_jobs')
    .set(({ eb }) => ({ starts: eb('starts', '-', 1) }))
    .where('node', '=', node)
    .where('state', '=', 'running')
    .where('starts', '>', 0)
}
