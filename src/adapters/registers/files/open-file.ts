/** Opens a register file: its first bytes, by which its format is recognised, and all of it. */
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { binaryContent } from './binary-content.ts'
import {
  type DatabaseFile,
  isDatabase,
  openDatabaseFile,
  openUnpackedDatabase,
  TooManyRows,
} from './database-file.ts'
import { faultOfError, fileFault, type ReadPlace } from './file-faults.ts'
import { isZip, PackingFault } from './packing.ts'
import { type FormatFile, START_BYTES } from './register-format.ts'
import { CHUNK_BYTES, openUnpacked } from './unpack.ts'

/** An open file. */
export interface OpenFile {
  /** Its first text. */
  readonly start: Buffer
  readonly file: FormatFile
  readonly bytesTotal: number
  /** Returns the number of bytes read so far from the file on disk. */
  bytesDone(): number
  close(): Promise<void>
}

/** What is known about a file before it is opened. */
export interface OpenOptions {
  /** Programs that are tried for bzip2, best first. */
  readonly bzip2Programs?: readonly string[] | undefined
  /** Whether it must be a table: a database is refused before it is unpacked. */
  readonly isTable?: true
}

/**
 * Opens a file.
 *
 * @throws {FileFault} if it cannot be read.
 */
export async function openFile(
  path: string,
  { bzip2Programs, isTable }: OpenOptions = {},
): Promise<OpenFile> {
  const unpacked = await openUnpacked(path, bzip2Programs)
  const { workbook, bytesTotal } = unpacked
  const chunks = withStart(unpacked.chunks)
  let database: DatabaseFile | undefined
  const bytesDone = () => (database ? Math.round(database.share * bytesTotal) : unpacked.bytesDone())
  const close = async () => {
    // A format that reads the file by itself leaves the stream open.
    await chunks.return(undefined)
    workbook?.close()
    await database?.close()
  }
  try {
    const { value: start = NOTHING } = await chunks.next()
    if (isZip(start)) throw new PackingFault('archive_files')
    const all = chunksFrom(start, chunks)
    checkText(path, start, isTable)
    if (isDatabase(start)) database = await databaseAt(path, unpacked.isPlain, all)
    const file = { path, chunks: all, workbook, database }
    return { start: start.subarray(0, START_BYTES), file, bytesTotal, bytesDone, close }
  } catch (error) {
    await close()
    throw readFault(path, error, { line: 0, byte: bytesDone() })
  }
}

/** @throws {FileFault} `binary` if the file is neither a text nor a database. */
function checkText(path: string, start: Buffer, isTable = false): void {
  const what = isDatabase(start) ? DATABASE : binaryContent(start.subarray(0, START_BYTES))
  if (what === undefined || (what === DATABASE && !isTable)) return
  throw new FileFault({ file: path, reason: 'binary', line: 0, byte: 0, sentence: `${path} is ${what}.` })
}

const DATABASE = 'an SQLite database. Export what you need as CSV'

function databaseAt(path: string, isPlain: boolean, chunks: AsyncIterable<Buffer>): Promise<DatabaseFile> {
  return isPlain ? Promise.resolve(openDatabaseFile(path)) : openUnpackedDatabase(chunks)
}

/** Returns the fault of a file for an error that ended its reading. */
export function readFault(path: string, error: unknown, place: ReadPlace): FileFault {
  if (error instanceof FileFault) return error
  if (error instanceof PackingFault) return fileFault(path, error.reason, place)
  if (error instanceof TooManyRows) return tooManyRowsFault(path, error.table, place)
  return faultOfError(path, error, place)
}

function tooManyRowsFault(path: string, table: string, place: ReadPlace): FileFault {
  const sentence = `${path} was not read after row ${place.line}: the next ones have far too many rows in the table ${table}. The rows before are valid.`
  return new FileFault({ file: path, reason: 'malformed', ...place, sentence })
}

const NOTHING = Buffer.alloc(0)

/** Returns the same bytes in chunks of at most `CHUNK_BYTES`, of which the first has at least `START_BYTES`, or all. */
async function* withStart(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = NOTHING
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield* piecesOf(chunk)
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < START_BYTES) continue
    yield* piecesOf(start)
    start = undefined
  }
  if (start !== undefined) yield start
}

/** What is made of a piece is kept until all of it is read. */
function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let from = 0; from < chunk.length; from += CHUNK_BYTES) yield chunk.subarray(from, from + CHUNK_BYTES)
}

async function* chunksFrom(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* rest
}
