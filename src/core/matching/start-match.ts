/** Reads a list that a client sent, and queues it as a job. */
import { Failure, type FaultReason } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { randomText } from '../random-text.ts'
import type { CustomerList } from './customer-list.ts'
import type { ListFiles } from './list-files.ts'
import {
  findColumns,
  MATCH_FIELDS,
  type MatchColumns,
  type MatchField,
  type NamedColumns,
  placeOfColumn,
} from './match-columns.ts'
import { MATCH_JOB_KEPT_MS, type MatchJob, type MatchOwner, NO_ROWS, type SentList } from './match-job.ts'
import type { MatchJobStore } from './match-job-store.ts'
import { openList } from './open-list.ts'
import { SentRows } from './sent-rows.ts'

const ID_CHARACTERS = 16
/** Most names of columns that a fault lists. */
const SHOWN_COLUMNS_MAX = 100

/** What starting a job needs. */
export interface StartNeeds extends Needs<'clock' | 'secrets'> {
  readonly matchJobs: Pick<MatchJobStore, 'add'>
  readonly lists: ListFiles
  /** Called with the id of the job when the list is read, before anything is stored. */
  readonly storing?: (id: string) => void
}

/**
 * Reads the whole list, so that a job never fails because of its file, and stores it as a queued job. The file of the
 * client stays where it is.
 *
 * @throws {Failure} `invalid_request` with the place if the list cannot be read or has no column of names or numbers;
 * `payload_too_large` for too many rows; as `MatchJobStore.add`.
 */
export async function startMatch(needs: StartNeeds, owner: MatchOwner, sent: SentList): Promise<MatchJob> {
  if (sent.kind === 'file') return add(needs, owner, sent, (list) => columnsOf(list, sent))
  const rows = new SentRows()
  const path = await needs.lists.store(rows.lines(needs.lists.parts(sent.path)), undefined)
  try {
    const terms = { ...sent, path, deep: rows.deep ?? sent.deep, hasNoHeader: false }
    return await add(needs, owner, terms, ({ header }) => columnsOfRows(header))
  } finally {
    needs.lists.discard(path)
  }
}

async function add(
  { clock, secrets, matchJobs, lists, storing }: StartNeeds,
  owner: MatchOwner,
  { path, fileName, deep, hasNoHeader }: SentList,
  choose: (list: CustomerList) => MatchColumns,
): Promise<MatchJob> {
  const list = await openList(lists, path, hasNoHeader)
  const columns = choose(list)
  const createdAtMs = clock.nowMs()
  const job: MatchJob = {
    ...{ account: owner.account, isTest: owner.isTest, fileName, deep, hasNoHeader, columns, createdAtMs },
    id: `mat_${randomText({ secrets }, ID_CHARACTERS)}`,
    state: 'queued',
    header: list.header,
    rows: list.rowCount,
    rowsDone: 0,
    counts: NO_ROWS,
    fault: '',
    endedAtMs: null,
    expiresAtMs: createdAtMs + MATCH_JOB_KEPT_MS,
  }
  storing?.(job.id)
  await matchJobs.add(job, lists.parts(path))
  return job
}

/** The name of the query parameter is that of the field. */
function columnsOf(
  { header, firstRows }: CustomerList,
  { named, chosen, hasNoHeader }: SentList,
): MatchColumns {
  if (chosen !== undefined) return checkedColumns(chosen, header)
  const found = findColumns(header, firstRows)
  const isNamed = named.name !== undefined || named.number !== undefined
  // The first row looks like the row of a company.
  if (!found.hasHeader && !hasNoHeader && !isNamed) throw refused('header', 'required', [])
  const placesOf = (field: MatchField) => placesOfNamed(header, named, field) ?? found.columns[field]
  return checkedColumns(
    { name: placesOf('name'), city: placesOf('city'), number: placesOf('number') },
    header,
  )
}

function checkedColumns(columns: MatchColumns, header: readonly string[]): MatchColumns {
  if (columns.name.length === 0 && columns.number.length === 0) throw refused('name', 'required', header)
  const wrong = MATCH_FIELDS.find((field) => columns[field].some((place) => place >= header.length))
  if (wrong !== undefined) throw refused(wrong, 'not_allowed', header)
  return columns
}

function placesOfNamed(header: readonly string[], named: NamedColumns, field: MatchField) {
  return named[field]?.map((text) => {
    const place = placeOfColumn(header, text)
    if (place === undefined) throw refused(field, 'not_allowed', header)
    return place
  })
}

function columnsOfRows(header: readonly string[]): MatchColumns {
  const placesOf = (name: string) => (header.includes(name) ? [header.indexOf(name)] : [])
  const columns = {
    name: placesOf('name'),
    city: placesOf('city'),
    number: placesOf('registration_number'),
  }
  if (columns.name.length === 0 && columns.number.length === 0) throw refused('/rows/0/name', 'required', [])
  return columns
}

function refused(field: string, reason: FaultReason, header: readonly string[]): Failure {
  const allowed = header.filter((name) => name !== '').slice(0, SHOWN_COLUMNS_MAX)
  const detail = allowed.length === 0 ? { field, reason } : { field, reason, allowed }
  return new Failure('invalid_request', 'the columns are not known', [detail])
}
