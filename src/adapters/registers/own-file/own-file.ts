/** An operator's own table as a source, by its mapping. */
import { stat } from 'node:fs/promises'
import type { SourceId } from '../../../core/company/company.ts'
import type { Row, SourceNotice } from '../../../core/ingest/entry-source.ts'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { FILE_START } from '../files/file-faults.ts'
import type { FormatFile, RegisterFormat } from '../files/register-format.ts'
import { openTable } from '../tables/read-table.ts'
import type { TableRow } from '../tables/table.ts'
import type { Mapping } from './mapping.ts'
import { entryOfCells, isSelected, missingColumns } from './own-entry.ts'

/** Returns the format of the tables that the mapping describes. `isOnlyKeys`: as in `ReadOptions`. */
export function ownFileFormat(whole: Mapping, isOnlyKeys = false): RegisterFormat {
  const mapping = isOnlyKeys ? onlyKeys(whole) : whole
  const { source, title, licence, attribution } = mapping
  const notice: SourceNotice = { source: source as SourceId, title, licence, attribution }
  return { name: 'table', notice, recognises: () => false, rows: (file) => readRows(file, mapping) }
}

async function* readRows(file: FormatFile, mapping: Mapping): AsyncGenerator<readonly Row[]> {
  const { kind, rows } = await openTable(file, mapping.table)
  const fileDay = (await stat(file.path)).mtime.toISOString().slice(0, 'YYYY-MM-DD'.length)
  let isChecked = false
  for await (const batch of rows) {
    const first = batch.find((row) => 'cells' in row)
    if (!isChecked && first !== undefined && 'cells' in first) {
      checkColumns(file.path, kind === 'jsonl' ? onlyName(mapping) : mapping, Object.keys(first.cells))
      isChecked = true
    }
    yield batch
      .filter((row) => !('cells' in row) || isSelected(mapping, row.cells))
      .map((row) => rowOf(row, mapping, fileDay))
  }
}

/**
 * Returns a mapping for tables with the columns of the id, or else of the number or the LEI: the ids of their rows are
 * those of the whole tables.
 */
function onlyKeys({ columns, ...mapping }: Mapping): Mapping {
  const { id, number, court, lei, register_type, register_digits, register_suffix } = columns
  const name = id ?? number ?? register_digits ?? lei
  if (name === undefined) return { ...mapping, columns }
  const key =
    id === undefined ? { number, court, lei, register_type, register_digits, register_suffix } : { id }
  const country = id === undefined ? mapping.country : 'DE'
  return { ...mapping, country, as_of: 'file', only: {}, except: {}, columns: { name, ...key } }
}

/** The objects of JSON Lines may lack fields, except the name. */
function onlyName(mapping: Mapping): Mapping {
  return {
    ...mapping,
    country: 'DE',
    as_of: 'file',
    only: {},
    except: {},
    columns: { name: mapping.columns.name },
  }
}

function checkColumns(path: string, mapping: Mapping, header: readonly string[]): void {
  const missing = missingColumns(mapping, header)
  if (missing.length === 0) return
  const columns = header.slice(0, SHOWN_COLUMNS_MAX).join(', ')
  const sentence = `${path}: the mapping names columns that the table does not have: ${missing.join(', ')}. Its columns are: ${columns}.`
  throw new FileFault({ file: path, reason: 'bad_mapping', ...FILE_START, sentence })
}

/** Most columns of a table that a message names. */
const SHOWN_COLUMNS_MAX = 50

function rowOf(row: TableRow, mapping: Mapping, fileDay: string): Row {
  const { line, text } = row
  if ('fault' in row) return { line, reason: row.fault, text }
  const entry = entryOfCells(mapping, row.cells, fileDay)
  if (typeof entry !== 'string') return { line, entry, text }
  const sourceKey = row.cells[mapping.columns.id ?? ''] ?? ''
  return { line, reason: entry, text, ...(sourceKey !== '' && { sourceKey }) }
}
