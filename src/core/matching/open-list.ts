/** Opens the list that a client sent. */
import { Failure, type FaultReason } from '../failure.ts'
import { FileFault } from '../ingest/entry-source.ts'
import type { CustomerList } from './customer-list.ts'
import type { ListFiles } from './list-files.ts'
import { MATCH_CELLS_MAX, MATCH_ROWS_MAX, MATCH_TEXT_BYTES_MAX } from './match-job.ts'
import { tooManyRows } from './sent-rows.ts'

const REASONS: Readonly<Partial<Record<FileFault['reason'], FaultReason>>> = {
  empty: 'required',
  unknown_format: 'format',
  binary: 'format',
  old_workbook: 'format',
  archive_encrypted: 'format',
  archive_files: 'format',
  unpacks_too_large: 'too_large',
}
/** Faults of this server, not of the list. */
const OWN_FAULTS: readonly FileFault['reason'][] = ['no_space', 'no_permission', 'missing']

/**
 * Reads a list to its end.
 *
 * @throws {Failure} `invalid_request` with the place if it cannot be read; `payload_too_large` for more than
 * `MATCH_ROWS_MAX` rows; `service_unavailable` if this server cannot read its file.
 */
export async function openList(
  lists: Pick<ListFiles, 'open'>,
  path: string,
  hasNoHeader: boolean,
): Promise<CustomerList> {
  const list = await opened(lists, path, hasNoHeader)
  if (list.rowCount > MATCH_ROWS_MAX) throw tooManyRows()
  return list
}

async function opened(
  lists: Pick<ListFiles, 'open'>,
  path: string,
  hasNoHeader: boolean,
): Promise<CustomerList> {
  try {
    const most = {
      rowsMax: MATCH_ROWS_MAX,
      cellsMax: MATCH_CELLS_MAX,
      textBytesMax: MATCH_TEXT_BYTES_MAX,
    }
    return await lists.open(path, { hasNoHeader, ...most })
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    if (OWN_FAULTS.includes(error.reason)) throw new Failure('service_unavailable', error.message)
    const field = error.line === 0 ? '' : `line ${error.line}`
    throw new Failure('invalid_request', error.message, [
      { field, reason: REASONS[error.reason] ?? 'syntax' },
    ])
  }
}
