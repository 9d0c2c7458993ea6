/** Reads register files from disk, for the port that the import reads from. */
import {
  type EntrySource,
  FileFault,
  type ReadOptions,
  type Row,
  type RowBatch,
} from '../../core/ingest/entry-source.ts'
import type { TableFacts } from '../../core/ingest/file-format.ts'
import { faultOfError, fileFault } from './files/file-faults.ts'
import { filesIn } from './files/folder-files.ts'
import { isZip, PackingFault } from './files/packing.ts'
import { type RegisterFormat, START_BYTES } from './files/register-format.ts'
import { openUnpacked, type UnpackedFile } from './files/unpack.ts'
import { formatNamed, formatOf } from './formats.ts'
import { ownFileFormat } from './own-file/own-file.ts'
import { readMapping } from './own-file/read-mapping.ts'

/** Options for tests and unusual machines. */
export interface EntrySourceOptions {
  /** Programs that are tried for bzip2, best first. If the list is empty, JavaScript code unpacks it. */
  readonly bzip2Programs?: readonly string[]
}

/**
 * Returns a source that reads files of every format in `formats.ts`, and tables with a mapping: plain, gzip, bzip2
 * (also with several streams in one file) and brotli.
 */
export function registerFiles(options: EntrySourceOptions = {}): EntrySource {
  return { filesOf: filesIn, read: (path, how = {}) => readFile(path, how, options) }
}

async function* readFile(
  path: string,
  how: ReadOptions,
  { bzip2Programs }: EntrySourceOptions,
): AsyncGenerator<RowBatch> {
  const mapped =
    how.mapping === undefined ? undefined : ownFileFormat(await readMapping(how.mapping), how.isOnlyKeys)
  const file = await openUnpacked(path, bzip2Programs)
  const chunks = withStart(file.chunks)
  const place = { line: 0 }
  try {
    const { value: start = NOTHING } = await chunks.next()
    if (isZip(start)) throw new PackingFault('archive_files')
    const format = mapped ?? formatFor(path, file, start, how)
    let table: TableFacts | undefined
    const onTable = (facts: TableFacts) => {
      table = facts
    }
    const batch = (rows: readonly Row[], bytesDone: number): RowBatch => ({
      notice: format.notice,
      format: { format: format.name, ...(table && { table }) },
      rows,
      bytesDone,
      bytesTotal: file.bytesTotal,
    })
    for await (const rows of format.rows({
      path,
      chunks: chunksFrom(start, chunks),
      workbook: file.workbook,
      onTable,
    })) {
      place.line = rows.at(-1)?.line ?? place.line
      yield batch(rows, file.bytesDone())
    }
    if (place.line === 0 && format.mayBeEmpty === undefined) throw fileFault(path, 'empty')
    yield batch([], file.bytesTotal)
  } catch (error) {
    throw faultOf(path, error, { line: place.line, byte: file.bytesDone() })
  } finally {
    // A format that reads the file by itself leaves the stream open.
    await chunks.return(undefined)
    file.workbook?.close()
  }
}

/** @throws {FileFault} `mapping_missing` for a workbook, and for a table without a mapping. */
function formatFor(
  path: string,
  { workbook }: UnpackedFile,
  start: Buffer,
  { format }: ReadOptions,
): RegisterFormat {
  const found = format === undefined ? formatOf(start.subarray(0, START_BYTES)) : formatNamed(format)
  if (workbook !== undefined || found === undefined) throw fileFault(path, 'mapping_missing')
  return found
}

const NOTHING = Buffer.alloc(0)

/** Returns the same bytes, of which the first chunk has at least `START_BYTES`, or all. */
async function* withStart(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = NOTHING
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < START_BYTES) continue
    yield start
    start = undefined
  }
  if (start !== undefined) yield start
}

async function* chunksFrom(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* rest
}

function faultOf(path: string, error: unknown, place: { line: number; byte: number }): unknown {
  if (error instanceof FileFault) return error
  if (error instanceof PackingFault) return fileFault(path, error.reason, place)
  return faultOfError(path, error, place)
}
