/** Register files on the disk: answers the port that the import reads from. */
import { type EntrySource, FileFault, type Row, type RowBatch } from '../../core/ingest/entry-source.ts'
import { faultOfError, fileFault } from './file-faults.ts'
import { type Line, LineSplitter } from './line-splitter.ts'
import { OFFENE_REGISTER_NOTICE, readOffeneRegister } from './offene-register.ts'
import { PackingFault } from './packing.ts'
import { openUnpacked, type UnpackedFile } from './unpack.ts'

/** If none of the first lines begins like a JSON object, the file is something else altogether. */
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
    const lines = splitter.feed(chunk)
    check(lines, LINES_TO_KNOW_A_FORMAT)
    yield { rows: lines.map(rowOf), bytesDone: file.bytesDone(), bytesTotal: file.bytesTotal }
  }
  const last = splitter.end()
  check(last, 1)
  yield { rows: last.map(rowOf), bytesDone: file.bytesTotal, bytesTotal: file.bytesTotal }
  if (splitter.lines === 0) throw fileFault(path, 'empty')
}

/** Throws when it has seen `enough` lines and none looks like an entry. */
function formatCheck(path: string): (lines: readonly Line[], enough: number) => void {
  let seen = 0
  let isKnown = false
  return (lines, enough) => {
    if (isKnown) return
    seen += lines.length
    isKnown = lines.some((line) => line.text.startsWith('{'))
    if (!isKnown && seen >= enough) throw fileFault(path, 'unknown_format')
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
