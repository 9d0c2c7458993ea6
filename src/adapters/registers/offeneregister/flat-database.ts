/**
 * OffeneRegister as an SQLite database (`openregister.db`): the JSON Lines as flat tables, `company` with a row an entry, `name` with
 * the previous names and `registrations` with the changes of numbers. The table `officer` has people and is not read.
 */
import type { Row } from '../../../core/ingest/entry-source.ts'
import type { RegisterEntry, RejectReason } from '../../../core/ingest/register-entry.ts'
import { type DatabaseFile, type RowsOfKeys, type TableRow, textOf } from '../files/database-file.ts'
import { fileFault } from '../files/file-faults.ts'
import type { FormatFile, RegisterFormat } from '../files/register-format.ts'
import { entryOfFields, OFFENE_REGISTER_NOTICE } from './entry.ts'

const COMPANY = [
  'company_number',
  'name',
  'current_status',
  'registered_office',
  'registered_address',
  'retrieved_at',
] as const

/** The other columns of `registrations` that are read. */
const MOVE = [
  'previous_company_number',
  'subsequent_company_number',
  'previous_registration_end_date',
] as const

/** The column of the other tables that refers to a company: to its `id`, or to its `company_number`. */
const REFERENCE = 'company_id'

/** The flat tables of OffeneRegister. */
export const FLAT_DATABASE: RegisterFormat = {
  name: 'offeneregister-sqlite',
  notice: OFFENE_REGISTER_NOTICE,
  recognises: (_, database) => database?.hasTable('company', COMPANY) ?? false,
  rows: readRows,
}

/** The rows of the other tables that belong to a company. */
interface Related {
  readonly names: readonly TableRow[]
  readonly moves: readonly TableRow[]
}

async function* readRows({ path, database }: FormatFile): AsyncGenerator<readonly Row[]> {
  if (database === undefined) throw fileFault(path, 'foreign_database')
  const hasId = database.columnsOf('company').has('id')
  const nameColumn = ['company_name', 'name'].find((column) => database.hasTable('name', [REFERENCE, column]))
  const names = nameColumn === undefined ? undefined : relation(database, 'name', [nameColumn], hasId)
  const moves = database.hasTable('registrations', [REFERENCE, ...MOVE])
    ? relation(database, 'registrations', MOVE, hasId)
    : undefined
  let line = 0
  for (const { rows, isLong } of database.pages('company', hasId ? ['id', ...COMPANY] : COMPANY)) {
    const namesOf = names?.(rows) ?? none
    const movesOf = moves?.(rows) ?? none
    yield rows.map((row) => {
      line += 1
      const related = { names: namesOf(row), moves: movesOf(row) }
      return isLong(row) ? longRow(line, row) : rowOf(line, row, related, nameColumn ?? '')
    })
  }
}

type RelatedRows = (row: TableRow) => readonly TableRow[]

const none: RelatedRows = () => []

/** Returns the rows of another table for the companies of a page. */
function relation(
  database: DatabaseFile,
  table: string,
  columns: readonly string[],
  hasId: boolean,
): (page: readonly TableRow[]) => RelatedRows {
  const find: RowsOfKeys = database.rowsBy(table, REFERENCE, columns)
  // An id of the source has an underscore: D2601V_HRB42243.
  const isNumber = String(database.firstOf(table, REFERENCE)).includes('_')
  const keyOf = (row: TableRow) => String(row[hasId && !isNumber ? 'id' : 'company_number'])
  return (page) => {
    const found = find(page.map(keyOf))
    return (row) => found.get(keyOf(row)) ?? []
  }
}

function rowOf(line: number, row: TableRow, related: Related, nameColumn: string): Row {
  const text = JSON.stringify(row)
  const entry = entryOfRow(row, related, nameColumn)
  return typeof entry === 'string' ? { line, reason: entry, text } : { line, entry, text }
}

function longRow(line: number, row: TableRow): Row {
  return { line, reason: 'line_too_long', text: JSON.stringify(row) }
}

/** Thrown internally if a value is neither a text nor a number. */
class FieldType extends Error {}

function entryOfRow(row: TableRow, related: Related, nameColumn: string): RegisterEntry | RejectReason {
  const text = (of: TableRow, column: string) => {
    const found = textOf(of[column])
    if (found === undefined) throw new FieldType()
    return found
  }
  try {
    return entryOfFields({
      companyNumber: text(row, 'company_number'),
      name: text(row, 'name'),
      currentStatus: text(row, 'current_status'),
      registeredOffice: text(row, 'registered_office'),
      registeredAddress: text(row, 'registered_address'),
      previousNames: related.names.map((name) => text(name, nameColumn)),
      moves: related.moves.map((move) => ({
        previous: text(move, 'previous_company_number'),
        subsequent: text(move, 'subsequent_company_number'),
        endedOn: text(move, 'previous_registration_end_date'),
      })),
      retrievedAt: text(row, 'retrieved_at'),
    })
  } catch (error) {
    if (error instanceof FieldType) return 'field_type'
    throw error
  }
}
