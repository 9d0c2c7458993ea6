/** Looks at a file before its first import. */
import type { Inspection } from '../../core/ingest/inspection.ts'
import { fileFault } from './files/file-faults.ts'
import { type OpenFile, openFile, readFault } from './files/open-file.ts'
import { knownFormat } from './formats.ts'
import { inspectTable } from './own-file/inspect-table.ts'
import { openTable } from './tables/read-table.ts'

/**
 * Returns what a file is; for a table the mapping that fits it.
 *
 * @throws {FileFault} if the file cannot be read, or has no rows.
 */
export async function inspectFile(path: string): Promise<Inspection> {
  const opened = await openFile(path)
  try {
    return await inspected(opened)
  } catch (error) {
    throw readFault(path, error, { line: 0, byte: opened.bytesDone() })
  } finally {
    await opened.close()
  }
}

async function inspected(opened: OpenFile): Promise<Inspection> {
  const { file } = opened
  const { path } = file
  const format = file.workbook === undefined ? knownFormat(opened) : undefined
  if (format === undefined && file.database !== undefined) throw fileFault(path, 'foreign_database')
  if (format !== undefined) return { file: path, format: format.name, sheets: [] }
  const table = await openTable(file, {})
  const proposed = await inspectTable(path, table)
  if (proposed.rows === 0) throw fileFault(path, 'empty')
  const { kind, encoding, separator, sheet, sheets } = table
  return { file: path, format: 'table', table: { kind, encoding, separator, sheet }, sheets, proposed }
}
