/** Reads register files from disk, for the port that the import reads from. */
import { type EntrySource, FileFault, type Row, type RowBatch } from '../../core/ingest/entry-source.ts'
import type { RejectReason } from '../../core/ingest/register-entry.ts'
import { faultOfError, fileFault } from './files/file-faults.ts'
import { type Line, LineSplitter } from './files/line-splitter.ts'
import { PackingFault } from './files/packing.ts'
import { openUnpacked, type UnpackedFile } from './files/unpack.ts'
import { OFFENE_REGISTER_NOTICE, readOffeneRegister } from './offeneregister/offene-register.ts'

/**
 * Number of first lines after which a file without any JSON object among them is refused as another format.
 */
const LINES_TO_KNOW_A_FORMAT = 100

/** Options for tests and unusual machines. */
export interface EntrySourceOptions {
  /** Programs that are tried for bzip2, best first. If the list is empty, JavaScript code unpacks it. */
  readonly bzip2Programs?: readonly string[]
}

/**
 * Returns a source that reads OffeneRegister JSON Lines: plain, gzip, bzip2 (also with several streams in one
 * file) and brotli.
 */
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

/** Faults of lines that do not look like a register entry at all. */
const FOREIGN: ReadonlySet<RejectReason> = new Set([
  'broken_json',
  'not_an_object',
  'not_utf8',
  'line_too_long',
])

/**
 * Returns a check that throws as soon as it is certain that the file has no entries: because none of its
 * first lines is an object, because it is one JSON list, or because it is empty.
 */
function formatCheck(path: string): (rows: readonly Row[], isEnd: boolean) => void {
  let seen = 0
  let isKnown = false
  return (rows, isEnd) => {
    if (isKnown) return
    // One JSON list over the whole file has lines that are objects with a trailing comma, except the last.
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
