/** The formats of files of GLEIF: legal entities and relationships, each as CSV and as JSON. */
import type { Row } from '../../../core/ingest/entry-source.ts'
import { readLei } from '../../../names/reading/lei.ts'
import { fileFault } from '../files/file-faults.ts'
import { rowsOfElements } from '../files/json-element-reader.ts'
import type { FormatFile, RegisterFormat } from '../files/register-format.ts'
import { openTable } from '../tables/read-table.ts'
import type { Cells } from '../tables/table.ts'
import { isObject, textAt } from './json-text.ts'
import { apiRecord, CDF_ADDRESS_LINES, CDF_FIELDS, CDF_NAMES, cdfRecord, textFields } from './lei-fields.ts'
import { entryOfLei, GLEIF_NOTICE, type LeiRecord } from './lei-record.ts'
import { parentOf, RELATIONSHIP_FIELDS, type Relationship } from './parent-record.ts'

/** The end of the name of the column, or path, with which a delta file deletes a record. */
const DELETED_AT = 'DeletedAt'

/** Legal entities as CSV of the golden copy or a delta file. */
const LEI_CSV: RegisterFormat = {
  name: 'gleif-csv',
  notice: GLEIF_NOTICE,
  recognises: (start) => hasColumns(start, ['LEI', 'Entity.LegalName']),
  rows: (file) => tableRows(file, (columns) => leiOfColumns(columns), rowOfLei),
}

/** Relationships as CSV. */
const PARENTS_CSV: RegisterFormat = {
  name: 'gleif-parents-csv',
  notice: GLEIF_NOTICE,
  recognises: (start) => hasColumns(start, ['Relationship.StartNode.NodeID']),
  rows: (file) => tableRows(file, (columns) => parentOfColumns(columns), rowOfParent),
}

/** Legal entities as JSON of the golden copy (`records`) or of the API (`data`: a list, or one record). */
const LEI_JSON: RegisterFormat = {
  name: 'gleif-json',
  notice: GLEIF_NOTICE,
  recognises: (start) => isJson(start) && (/"LEI"\s*:/.test(start) || /"lei-records"/.test(start)),
  rows: (file) =>
    rowsOfElements(file, (line, element) => {
      const record = 'data' in element && isObject(element.data) ? element.data : element
      return rowOfLei(line, 'attributes' in record ? apiRecord(record) : cdfRecord(record))
    }),
}

/** Relationships as JSON of the golden copy. */
const PARENTS_JSON: RegisterFormat = {
  name: 'gleif-parents-json',
  notice: GLEIF_NOTICE,
  recognises: (start) => isJson(start) && /"StartNode"\s*:/.test(start),
  rows: (file) => rowsOfElements(file, (line, element) => rowOfParent(line, parentFromJson(element))),
}

/** Reasons of companies for not naming their parents: nothing of them is stored. */
const EXCEPTIONS: RegisterFormat = {
  name: 'gleif-exceptions',
  notice: GLEIF_NOTICE,
  recognises: (start) =>
    hasColumns(start, ['LEI', 'Exception.Category']) ||
    (isJson(start) && /"ExceptionCategory"\s*:/.test(start)),
  // biome-ignore lint/correctness/useYield: no row is read
  async *rows({ path }) {
    throw fileFault(path, 'no_companies')
  },
}

/** All formats of GLEIF, in the order in which a file is compared with them. */
export const GLEIF_FORMATS: readonly RegisterFormat[] = [
  EXCEPTIONS,
  LEI_CSV,
  PARENTS_CSV,
  PARENTS_JSON,
  LEI_JSON,
]

function isJson(start: string): boolean {
  return /^\ufeff?\s*[[{]/.test(start)
}

/** Whether the header has these columns at its start. Headers of golden copies are longer than the start of a file. */
function hasColumns(start: string, columns: readonly string[]): boolean {
  const header = start.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] as string
  const found = header.split(',').map((column) => column.replaceAll('"', ''))
  return columns.every((column) => found.includes(column))
}

/** Yields the rows of a table. `make` receives the columns, and returns how a record is read from the cells. */
async function* tableRows<Read>(
  file: FormatFile,
  make: (columns: ReadonlySet<string>) => (cells: Cells) => Read,
  rowOf: (line: number, record: Read) => Row | undefined,
): AsyncGenerator<readonly Row[]> {
  const { rows } = await openTable(file, { encoding: 'utf-8', separator: ',' })
  let read: ((cells: Cells) => Read) | undefined
  for await (const batch of rows) {
    yield batch
      .map((row): Row | undefined => {
        if ('fault' in row) return { line: row.line, reason: row.fault, text: row.text }
        read ??= make(new Set(Object.keys(row.cells)))
        return rowOf(row.line, read(row.cells))
      })
      .filter((row) => row !== undefined)
  }
}

/** Most columns of one list of names or address lines. */
const LIST_COLUMNS_MAX = 50

/** Returns a function that makes a record from the cells of a row. */
function leiOfColumns(columns: ReadonlySet<string>): (cells: Cells) => LeiRecord {
  const numbered = (column: string) =>
    Array.from({ length: LIST_COLUMNS_MAX }, (_, i) => `${column}.${i + 1}`).filter((name) =>
      columns.has(name),
    )
  const lines = CDF_ADDRESS_LINES.flatMap((column) => [column, ...numbered(column)])
  const names = CDF_NAMES.flatMap(numbered).map((column) => [column, `${column}.type`] as const)
  return (cells) => {
    const at = (column: string) => cells[column] ?? ''
    return {
      ...textFields(CDF_FIELDS, at),
      addressLines: lines.map(at),
      otherNames: names
        .filter(([name]) => at(name) !== '')
        .map(([name, type]) => ({ name: at(name), type: at(type) })),
    }
  }
}

/** Returns a function that makes a relationship from the cells of a row. */
function parentOfColumns(columns: ReadonlySet<string>): (cells: Cells) => Relationship {
  const deletedAt = [...columns].find((column) => column.endsWith(DELETED_AT)) ?? ''
  return (cells) => relationship((column) => cells[column] ?? '', cells[deletedAt] ?? '')
}

function parentFromJson(element: object): Relationship {
  const record = 'RelationshipRecord' in element ? element.RelationshipRecord : element
  return relationship(
    (path) => textAt(record, path),
    deletedAtIn(isObject(record) ? record.Extension : undefined),
  )
}

function relationship(textOf: (path: string) => string, deletedAt: string): Relationship {
  const texts = Object.entries(RELATIONSHIP_FIELDS).map(([field, path]) => [field, textOf(path)])
  return { ...Object.fromEntries(texts), deletedAt } as Relationship
}

/** Levels of the extension of a record; the time of deletion is on the second or third. */
const EXTENSION_DEPTH_MAX = 10

/** Returns the time of deletion in the extension of a record; '' if there is none. */
function deletedAtIn(extension: unknown, depth = EXTENSION_DEPTH_MAX): string {
  if (typeof extension !== 'object' || extension === null || depth === 0) return ''
  for (const [name, value] of Object.entries(extension)) {
    const found = name.endsWith(DELETED_AT) ? textAt(value, '') : deletedAtIn(value, depth - 1)
    if (found !== '') return found
  }
  return ''
}

function rowOfLei(line: number, record: LeiRecord): Row {
  const entry = entryOfLei(record)
  const text = `${record.lei} ${record.name}`
  if (typeof entry !== 'string') return { line, entry, text }
  const sourceKey = readLei(record.lei)
  return { line, reason: entry, text, isVoid: entry === 'lei_void', ...(sourceKey && { sourceKey }) }
}

function rowOfParent(line: number, record: Relationship): Row | undefined {
  const parent = parentOf(record)
  const text = `${record.child} ${record.type} ${record.parent}`
  if (parent === undefined) return undefined
  return typeof parent === 'string' ? { line, reason: parent, text } : { line, parent, text }
}
