/** Register files on the disk: answers the port that the import reads from. */
import { type EntrySource, FileFault, type Row, type RowBatch } from '../../core/ingest/entry-source.ts'
import type { RejectReason } from '../../core/ingest/register-entry.ts'
import { faultOfError, fileFault } from './files/file-faults.ts'
import { type Line, LineSplitter } from './files/line-splitter.ts'
import { PackingFault } from './files/packing.ts'
import { openUnpacked, type UnpackedFile } from './files/unpack.ts'
import { OFFENE_REGISTER_NOTICE, readOffeneRegister } from './offeneregister/offene-register.ts'

/** If none of the first lines is a JSON object, the file is something else altogether. */
const LINES_TO_KNOW_A_FORMAT = 100

/** Options that only tests and unusual machines need. */
export interface EntrySourceOptions {
  /** Programs tried for bzip2, best first; none: JavaScript does it. */
  readonly bzip2Programs?: readonly string[]
}

/** Reads OffeneRegister JSON Lines: plain, gzip, bzip2 (also several streams in one file) and brotli. */
export function registerFiles(options: EntrySourceOptions = {}): EntrySource {
  return { notice: OFFENE_REGISTER_NOTICE, read: (path) => readFile(path, options) }
}

async function* readFile(path: string, options: EntrySourceOptions): AsyncGenerator<RowBatch> {
  const file = await openUnpacked(path, options.bzip2Programs)
  const splitter = new LineSplitter()
  try {
    yield* readRows(path, file, splitter)
  } catch (error) {
    throw faultOf(path, error, { line: splitter.lines, byte: file.bytesDone() })
  }
}

async function* readRows(path: string, file: UnpackedFile, splitter: LineSplitter): AsyncGenerator<RowBatch> {
  const check = formatCheck(path)
  for await (const chunk of file.chunks) {
    const rows = splitter.feed(chunk).map(rowOf)
    check(rows, false)
    yield { rows, bytesDone: file.bytesDone(), bytesTotal: file.bytesTotal }
  }
  const rows = splitter.end().map(rowOf)
  check(rows, true)
  yield { rows, bytesDone: file.bytesTotal, bytesTotal: file.bytesTotal }
}

/** What becomes of a line that is nothing like an entry. */
const FOREIGN: ReadonlySet<RejectReason> = new Set([
  'broken_json',
  'not_an_object',
  'not_utf8',
  'line_too_long',
])

/** Throws as soon as it is sure that the file holds no entries: none of its first lines is an object, it is a list, or empty. */
function formatCheck(path: string): (rows: readonly Row[], isEnd: boolean) => void {
  let seen = 0
  let isKnown = false
  return (rows, isEnd) => {
    if (isKnown) return
    // One JSON text over the whole file: its lines are objects with a comma behind, all but the last.
    const isList = seen === 0 && rows[0]?.text.startsWith('[')
    seen += rows.length
    isKnown = !isList && rows.some((row) => 'entry' in row || !FOREIGN.has(row.reason))
    if (isKnown || (!isList && !isEnd && seen < LINES_TO_KNOW_A_FORMAT)) return
    throw fileFault(path, seen === 0 ? 'empty' : 'unknown_format')
  }
}

function rowOf(line: Line): Row {
  const { number, text } = line
  if (line.fault !== undefined) return { line: number, reason: line.fault, text }
  const entry = readOffeneRegister(text)
  return typeof entry === 'string' ? { line: number, reason: entry, text } : { line: number, entry, text }
}

function faultOf(path: string, error: unknown, place: { line: number; byte: number }): unknown {
  if (error instanceof FileFault) return error
  if (error instanceof PackingFault) return fileFault(path, error.reason, place)
  return faultOfError(path, error, place)
}
