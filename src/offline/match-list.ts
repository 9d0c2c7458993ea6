/** Matches a list of customers in this process: with the saved index of the data folder, or by asking a server. */
import { availableParallelism } from 'node:os'
import { Stopped } from '../cli/stopped.ts'
import type { Config } from '../config/config.ts'
import { Failure } from '../core/failure.ts'
import type { CustomerList } from '../core/matching/customer-list.ts'
import { chooseColumns, findColumns, type MatchColumns } from '../core/matching/match-columns.ts'
import { type MatchProgress, matchList, PART_ROWS } from '../core/matching/match-list.ts'
import type { MatchPlan, MatchStep, MatchSummary } from '../core/matching/match-plan.ts'
import type { RowMatcher } from '../core/matching/row-matcher.ts'
import { ROW_STATES, type RowCounts } from '../core/matching/row-states.ts'
import { areCompaniesStored, openCompanies } from '../server/compose/companies.ts'
import {
  batchMatcher,
  type OpenOutput,
  openCustomerList,
  openOutput,
  outputKind,
} from '../server/compose/lists.ts'
import { readSnapshot } from '../server/compose/search-index.ts'
import { watchForStop } from '../server/compose/system.ts'
import { startMatchThreads } from '../server/threads/match-threads.ts'
import { LOWEST_PRIORITY, SHORT_ROWS, workInBackground } from '../server/threads/thread-priority.ts'

/** Parts that a thread is given ahead, so that it never waits for the next one. */
const PARTS_PER_THREAD = 2
/** Requests to a server at the same time. */
const REQUESTS_AT_ONCE = 4

type Report = (step: MatchStep) => void

/**
 * Matches a list. `config` is called only for the data folder.
 *
 * @throws {FileFault} if the list cannot be read.
 * @throws {Failure} if the columns, the output, the index or the server cannot be used.
 * @throws {Stopped} if a signal interrupted it.
 */
export async function matchHere(
  config: () => Config,
  plan: MatchPlan,
  report: Report,
): Promise<MatchSummary> {
  const watch = watchForStop()
  const list = await openCustomerList(plan.file, plan.list)
  outputKind(plan.output, list.kind)
  const columns = columnsOf(list, plan)
  const open =
    plan.remote === undefined
      ? await embedded(config(), list.rowCount)
      : remote(plan.remote, watch.stop, report)
  try {
    const output = openOutput(list, plan, factsOf(list, columns, plan, open.place))
    try {
      reportColumns(list, columns, plan, output.rowsDone, report)
      const run = { list, columns, output, open, plan, signal: watch.stop }
      return await matchAll(run, report)
    } catch (error) {
      const signal = watch.signal()
      throw signal === undefined ? error : stopped(signal, list, output, plan)
    } finally {
      output.close()
    }
  } finally {
    await open.close()
  }
}

/** What the rows are matched with. */
interface Opened {
  readonly matcher: RowMatcher
  readonly partsAtOnce: number
  /** Where the companies are, for people. */
  readonly place: string
  close(): Promise<void>
}

/**
 * Opens the companies of the data folder for so many rows, also beside a server, which keeps the lock of the folder. A long list
 * is matched with the lowest priority, so that searches of such a server stay fast.
 *
 * @throws {Failure} `service_unavailable` if there are no companies, or no index.
 */
async function embedded(config: Config, rows: number): Promise<Opened> {
  if (!(await areCompaniesStored(config)))
    throw new Failure(
      'service_unavailable',
      `There are no companies in ${config.dataDir}. Import some (firmensuche import FILE), or match with a server (--url).`,
    )
  const companies = await openCompanies(config)
  const snapshot = await readSnapshot(config, companies).finally(() => companies.close())
  if (rows > SHORT_ROWS) workInBackground(LOWEST_PRIORITY)
  const threads = Math.max(1, Math.min(availableParallelism(), Math.ceil(rows / PART_ROWS)))
  const matcher = await startMatchThreads(config, snapshot, threads)
  return {
    matcher,
    partsAtOnce: threads * PARTS_PER_THREAD,
    place: config.dataDir,
    close: () => matcher.close(),
  }
}

function remote(server: NonNullable<MatchPlan['remote']>, signal: AbortSignal, report: Report): Opened {
  const onLimit = (waitMs: number) => report({ step: 'limited', waitMs })
  const matcher = batchMatcher({ ...server, signal, onLimit })
  return { matcher, partsAtOnce: REQUESTS_AT_ONCE, place: server.url.href, close: async () => {} }
}

/**
 * Returns the columns.
 *
 * @throws {Failure} `invalid_request` if there is no header, or neither name nor number.
 */
function columnsOf({ header, firstRows }: CustomerList, { named, list, file }: MatchPlan): MatchColumns {
  const found = findColumns(header, firstRows)
  const isNamed = named.name !== undefined || named.number !== undefined
  if (!found.hasHeader && !list.hasNoHeader && !isNamed)
    throw new Failure(
      'invalid_request',
      `The first row of ${file} looks like the row of a company, not like a header. Add --without-header; if it is a header, name its columns (--name).`,
    )
  const columns = chooseColumns(header, found.columns, named)
  if (columns.name.length > 0 || columns.number.length > 0) return columns
  const names = header.slice(0, SHOWN_COLUMNS_MAX).map((name) => JSON.stringify(name))
  throw new Failure(
    'invalid_request',
    `No column of ${file} looks like the name of a company or a register number. Name it: --name COLUMN. The columns are: ${names.join(', ')}.`,
  )
}

/** Most columns that a message names. */
const SHOWN_COLUMNS_MAX = 30

function reportColumns(
  { header, firstRows }: CustomerList,
  columns: MatchColumns,
  { named }: MatchPlan,
  rowsBefore: number,
  report: Report,
): void {
  const { certainty } = findColumns(header, firstRows)
  const namesOf = (places: readonly number[]) => places.map((place) => header[place] || `column ${place + 1}`)
  report({
    step: 'columns',
    columns: { name: namesOf(columns.name), city: namesOf(columns.city), number: namesOf(columns.number) },
    certainty: {
      name: named.name ? 'header' : certainty.name,
      city: named.city ? 'header' : certainty.city,
      number: named.number ? 'header' : certainty.number,
    },
    rowsBefore,
  })
}

function factsOf({ digest }: CustomerList, columns: MatchColumns, { deep, list }: MatchPlan, place: string) {
  return {
    'the list': digest,
    'the sheet': list.sheet ?? '',
    'the choice of columns': JSON.stringify([columns, list.hasNoHeader]),
    'the kind of search': deep ? 'deep' : 'normal',
    'the data folder or server': place,
  }
}

interface Run {
  readonly list: CustomerList
  readonly columns: MatchColumns
  readonly output: OpenOutput
  readonly open: Opened
  readonly plan: MatchPlan
  readonly signal: AbortSignal
}

async function matchAll(
  { list, columns, output, open, plan, signal }: Run,
  report: Report,
): Promise<MatchSummary> {
  const { matcher, partsAtOnce } = open
  const rowsBefore = output.rowsDone
  const options = { columns, deep: plan.deep, partsAtOnce, signal }
  let last: MatchProgress | undefined
  for await (const progress of matchList({ list, matcher, output }, options)) {
    last = progress
    report({ step: 'matching', rowCount: list.rowCount, rowsBefore, ...progress })
  }
  if (output.rowsDone !== list.rowCount) {
    signal.throwIfAborted()
    throw new Failure('conflict', `${plan.file} was changed while it was matched.`)
  }
  await output.finish()
  return { rowsBefore, rowsDone: list.rowCount, counts: last?.counts ?? NO_ROWS }
}

const NO_ROWS = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as RowCounts

function stopped(
  signal: 'SIGINT' | 'SIGTERM',
  { rowCount }: CustomerList,
  { rowsDone }: OpenOutput,
  { output }: MatchPlan,
): Stopped {
  const next = output === undefined ? '' : ' Run the same command again to continue.'
  return new Stopped(signal, `Stopped after ${rowsDone} of ${rowCount} rows.${next}`)
}
