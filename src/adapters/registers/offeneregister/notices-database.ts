/**
 * OffeneRegister 2022 as an SQLite database (`handelsregister.db`): `Companies` with a row a company; `Names`, `Addresses` and
 * `ReferenceNumbers` with a row for each that was published. `Positions` has people and is not read.
 */
import type { Row } from '../../../core/ingest/entry-source.ts'
import { type DatabaseFile, type TableRow, textOf } from '../files/database-file.ts'
import { fileFault } from '../files/file-faults.ts'
import type { FormatFile, RegisterFormat } from '../files/register-format.ts'
import { entryOfNotices, NOTICES_NOTICE } from './notices-entry.ts'

/** The columns that are read, by table. SQLite does not tell upper from lower case in names. */
const TABLES = {
  companies: ['companyid', 'lastseendate', 'dissolutiondate'],
  names: ['name', 'validfrom', 'validtill'],
  addresses: ['fulladdress', 'zipandplace', 'validfrom', 'validtill'],
  referencenumbers: ['stdrefno', 'referencenumberfirstseen', 'validtill'],
} as const

/** The column of the other tables that refers to a company. */
const REFERENCE = 'companyid'

/** The tables of OffeneRegister 2022. */
export const NOTICES_DATABASE: RegisterFormat = {
  name: 'offeneregister-2022',
  notice: NOTICES_NOTICE,
  recognises: (_, database) =>
    Object.entries(TABLES).every(([table, columns]) => database?.hasTable(table, [REFERENCE, ...columns])),
  rows: readRows,
}

async function* readRows({ path, database }: FormatFile): AsyncGenerator<readonly Row[]> {
  if (database === undefined) throw fileFault(path, 'foreign_database')
  const find = (table: 'names' | 'addresses' | 'referencenumbers') => relation(database, table, TABLES[table])
  const [names, addresses, numbers] = [find('names'), find('addresses'), find('referencenumbers')]
  let line = 0
  for (const { rows, isLong } of database.pages('companies', TABLES.companies)) {
    const [namesOf, addressesOf, numbersOf] = [names(rows), addresses(rows), numbers(rows)]
    yield rows.map((company) => {
      line += 1
      const text = JSON.stringify(company)
      if (isLong(company)) return { line, reason: 'line_too_long', text }
      const entry = entryOfNotices({
        companyId: fieldOf(company, 'companyid'),
        lastSeen: fieldOf(company, 'lastseendate'),
        dissolvedOn: fieldOf(company, 'dissolutiondate'),
        names: namesOf(company).map((row) => ({ name: fieldOf(row, 'name'), ...validityOf(row) })),
        addresses: addressesOf(company).map((row) => ({
          address: fieldOf(row, 'fulladdress'),
          zipAndPlace: fieldOf(row, 'zipandplace'),
          ...validityOf(row),
        })),
        numbers: numbersOf(company).map((row) => ({
          number: fieldOf(row, 'stdrefno'),
          from: fieldOf(row, 'referencenumberfirstseen'),
          till: fieldOf(row, 'validtill'),
        })),
      })
      return typeof entry === 'string' ? { line, reason: entry, text } : { line, entry, text }
    })
  }
}

/** Returns the rows of another table for the companies of a page. */
function relation(database: DatabaseFile, table: string, columns: readonly string[]) {
  const find = database.rowsBy(table, REFERENCE, columns)
  return (page: readonly TableRow[]) => {
    const found = find(page.map((company) => fieldOf(company, REFERENCE)))
    return (company: TableRow) => found.get(fieldOf(company, REFERENCE)) ?? []
  }
}

function validityOf(row: TableRow): { from: string; till: string } {
  return { from: fieldOf(row, 'validfrom'), till: fieldOf(row, 'validtill') }
}

/** Returns a value as a text; bytes are none. */
function fieldOf(row: TableRow, column: string): string {
  return (textOf(row[column]) ?? '').trim()
}
