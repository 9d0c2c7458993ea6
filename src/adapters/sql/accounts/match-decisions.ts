/** The states of matched rows, and what was decided about them. */
import type { MatchedListRow } from '../../../core/matching/customer-list.ts'
import { NO_ROWS } from '../../../core/matching/match-job.ts'
import type { RowDecision } from '../../../core/matching/match-job-store.ts'
import type { RowChoice } from '../../../core/matching/row-choice.ts'
import { type RowCounts, type RowState, STATE_LETTERS } from '../../../core/matching/row-states.ts'
import type { Accounts } from './accounts-tables.ts'
import { unpackRows } from './match-job-rows.ts'

/** Returns a letter for the state of each row. */
export function lettersOf(rows: readonly MatchedListRow[]): string {
  return rows.map(({ result }) => STATE_LETTERS[result.state]).join('')
}

/** As `MatchJobReader.states`. */
export async function statesOf(tables: Accounts, id: string): Promise<string> {
  const parts = await tables
    .selectFrom('match_results')
    .select(['first_row', 'states'])
    .where('job_id', '=', id)
    .orderBy('first_row')
    .execute()
  const texts = parts.map(({ first_row, states }) => states || oldStates(tables, id, first_row))
  return (await Promise.all(texts)).join('')
}

/** Returns the states of a part that a version without them stored. */
async function oldStates(tables: Accounts, id: string, from: number): Promise<string> {
  return lettersOf(await rowsOf(tables, id, from))
}

/** As `MatchJobReader.results`. */
export async function rowsOf(tables: Accounts, id: string, from: number): Promise<readonly MatchedListRow[]> {
  const part = await tables
    .selectFrom('match_results')
    .select('content')
    .where('job_id', '=', id)
    .where('first_row', '=', from)
    .executeTakeFirst()
  return part === undefined ? [] : unpackRows(part.content)
}

/** As `MatchJobReader.decisions`. */
export async function decisionsOf(
  tables: Accounts,
  id: string,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, RowChoice>> {
  const rows = await tables
    .selectFrom('match_decisions')
    .select(['row_number', 'choice'])
    .where('job_id', '=', id)
    .where('row_number', '>=', from)
    .where('row_number', '<', to)
    .execute()
  return new Map(rows.map(({ row_number, choice }) => [row_number, choice]))
}

/** As `MatchJobReader.decidedRows`. */
export async function decidedRowsOf(
  tables: Accounts,
  id: string,
  state: RowState,
): Promise<readonly number[]> {
  const rows = await tables
    .selectFrom('match_decisions')
    .select('row_number')
    .where('job_id', '=', id)
    .where('state', '=', state)
    .orderBy('row_number')
    .execute()
  return rows.map(({ row_number }) => row_number)
}

/** As `MatchJobReader.decidedCounts`. */
export async function decidedCountsOf(tables: Accounts, id: string): Promise<RowCounts> {
  const rows = await tables
    .selectFrom('match_decisions')
    .select(['state', ({ fn }) => fn.countAll<number>().as('rows')])
    .where('job_id', '=', id)
    .groupBy('state')
    .execute()
  return { ...NO_ROWS, ...Object.fromEntries(rows.map((row) => [row.state, Number(row.rows)])) }
}

/** As `MatchJobStore.decide`, in a transaction. */
export async function storeDecision(
  tables: Accounts,
  id: string,
  { row, state, choice, atMs }: RowDecision,
): Promise<boolean> {
  // Changes nothing, but keeps the job from being deleted before the decision is stored.
  const { numUpdatedRows } = await tables
    .updateTable('match_jobs')
    .set(({ ref }) => ({ starts: ref('starts') }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (choice === null) {
    await tables
      .deleteFrom('match_decisions')
      .where('job_id', '=', id)
      .where('row_number', '=', row)
      .execute()
    return true
  }
  const decision = { state, choice, decided_at_ms: atMs }
  await tables
    .insertInto('match_decisions')
    .values({ job_id: id, row_number: row, ...decision })
    .onConflict((conflict) => conflict.columns(['job_id', 'row_number']).doUpdateSet(decision))
    .execute()
  return true
}
