/** Reads register files from disk, for the port that the import reads from. */
import { stat } from 'node:fs/promises'
import type { EntrySource, ReadOptions, Row, RowBatch, SourceFile } from '../../core/ingest/entry-source.ts'
import type { TableFacts } from '../../core/ingest/file-format.ts'
import { fileFault } from './files/file-faults.ts'
import { filesIn } from './files/folder-files.ts'
import { type OpenFile, openFile, readFault } from './files/open-file.ts'
import type { RegisterFormat } from './files/register-format.ts'
import { formatNamed, formatOf } from './formats.ts'
import { ownFileFormat } from './own-file/own-file.ts'
import { readMapping } from './own-file/read-mapping.ts'

/** Options for tests and unusual machines. */
export interface EntrySourceOptions {
  /** Programs that are tried for bzip2, best first. If the list is empty, JavaScript code unpacks it. */
  readonly bzip2Programs?: readonly string[]
}

/**
 * Returns a source that reads files of every format in `formats.ts`, and tables with a mapping: plain, ZIP, gzip,
 * bzip2 (also with several streams in one file) and brotli.
 */
export function registerFiles(options: EntrySourceOptions = {}): EntrySource {
  return { filesOf, read: (path, how = {}) => readFile(path, how, options) }
}

async function filesOf(path: string): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = []
  for (const file of await filesIn(path)) {
    // What is wrong with a file is said when it is read.
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    files.push({ path: file, bytes: size })
  }
  return files
}

async function* readFile(
  path: string,
  how: ReadOptions,
  options: EntrySourceOptions,
): AsyncGenerator<RowBatch> {
  const mapped =
    how.mapping === undefined ? undefined : ownFileFormat(await readMapping(how.mapping), how.isOnlyKeys)
  const opened = await openFile(path, options)
  const { bytesTotal } = opened
  let line = 0
  try {
    const format = mapped ?? formatFor(opened, how)
    if (mapped && opened.file.database) throw fileFault(path, 'foreign_database')
    let table: TableFacts | undefined
    const onTable = (facts: TableFacts) => {
      table = facts
    }
    const batch = (rows: readonly Row[], bytesDone: number): RowBatch => ({
      notice: format.notice,
      format: { format: format.name, ...(table && { table }) },
      ...{ rows, bytesDone, bytesTotal },
    })
    for await (const rows of format.rows({ ...opened.file, onTable })) {
      line = rows.at(-1)?.line ?? line
      yield batch(rows, opened.bytesDone())
    }
    if (line === 0 && format.mayBeEmpty === undefined) throw fileFault(path, 'empty')
    yield batch([], bytesTotal)
  } catch (error) {
    throw readFault(path, error, { line, byte: opened.bytesDone() })
  } finally {
    await opened.close()
  }
}

/**
 * @throws {FileFault} `mapping_missing` for a workbook, and for a table without a mapping; `foreign_database` for a database without
 * the tables of a format.
 */
function formatFor(opened: OpenFile, { format }: ReadOptions): RegisterFormat {
  const { path, workbook, database } = opened.file
  const found = format === undefined ? formatOf(opened) : formatNamed(format)
  if (database !== undefined && !found?.recognises('', database)) throw fileFault(path, 'foreign_database')
  if (workbook !== undefined || found === undefined) throw fileFault(path, 'mapping_missing')
  return found
}
