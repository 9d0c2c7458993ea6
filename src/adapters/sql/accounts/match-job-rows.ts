/** The rows of match jobs, and their parts. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { MatchedListRow } from '../../../core/matching/customer-list.ts'
import type { MatchColumns } from '../../../core/matching/match-columns.ts'
import type { MatchJob, MatchJobState } from '../../../core/matching/match-job.ts'
import type { RowCounts } from '../../../core/matching/row-states.ts'
import type { MatchJobsTable } from './accounts-tables.ts'

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

/** State of a job whose file is still being stored. It is not shown, but counts as queued. */
export const ARRIVING = 'arriving'

/** Converts a row. */
export function jobOf(row: MatchJobsTable): MatchJob {
  return {
    id: row.id,
    account: row.account_id as AccountId,
    isTest: row.is_test === 1,
    state: row.state as MatchJobState,
    fileName: row.file_name,
    hasNoHeader: row.has_no_header === 1,
    deep: row.deep === 1,
    header: JSON.parse(row.header) as string[],
    columns: JSON.parse(row.columns) as MatchColumns,
    rows: row.row_count,
    rowsDone: row.rows_done,
    counts: JSON.parse(row.counts) as RowCounts,
    fault: row.fault,
    createdAtMs: row.created_at_ms,
    endedAtMs: row.ended_at_ms,
    expiresAtMs: row.expires_at_ms,
  }
}

/** Converts a new job, whose file is not stored yet. */
export function rowOfNew(job: MatchJob): MatchJobsTable {
  return {
    id: job.id,
    account_id: job.account,
    is_test: Number(job.isTest),
    state: ARRIVING,
    file_name: job.fileName,
    has_no_header: Number(job.hasNoHeader),
    deep: Number(job.deep),
    header: JSON.stringify(job.header),
    columns: JSON.stringify(job.columns),
    row_count: job.rows,
    rows_done: 0,
    counts: JSON.stringify(job.counts),
    fault: '',
    created_at_ms: job.createdAtMs,
    ended_at_ms: null,
    expires_at_ms: job.expiresAtMs,
    node: '',
    claimed_until_ms: 0,
    starts: 0,
  }
}

/** Packs results: a hundred rows take about a tenth of their JSON. */
export function packRows(rows: readonly MatchedListRow[]): Promise<Buffer> {
  return packed(JSON.stringify(rows))
}

/** Unpacks results. */
export async function unpackRows(content: Uint8Array): Promise<readonly MatchedListRow[]> {
  return JSON.parse((await unpacked(content)).toString('utf8')) as MatchedListRow[]
}
