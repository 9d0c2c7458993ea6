/** Writes the workbook (XLSX) of a matched list. */
import { createReadStream, createWriteStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { createFile } from '../system/private-file.ts'
import { PART_CHARS, SHEET_FILE, sheetParts, WORKBOOK_FILES } from './sheet-xml.ts'

/** The same rows give the same workbook, in every time zone. */
const UNDATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true } as const

/** Implements `WriteWorkbook`; memory is that of some rows. Nothing is read before the first part is asked for. */
export async function* workbookOfLines(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const sheet = Readable.from(sheetParts(lines), { objectMode: false, highWaterMark: PART_CHARS })
  const output = new PassThrough()
  for (const { name, bytes } of WORKBOOK_FILES) archive.addBuffer(bytes, name, UNDATED)
  archive.addReadStream(sheet, SHEET_FILE, UNDATED)
  archive.end()
  // The library pipes without passing on what ends one of its streams.
  const fail = (error: Error) => output.destroy(error)
  archive.on('error', fail)
  sheet.on('error', fail)
  output.on('close', () => sheet.destroy())
  yield* archive.outputStream.pipe(output)
}

/** Writes the rows of a file, each a JSON array of cells, as a workbook. */
export async function writeWorkbookOf(linesPath: string, path: string): Promise<void> {
  await pipeline(
    workbookOfLines(linesOf(linesPath)),
    createWriteStream(path, { fd: createFile(path, 0o666), flush: true }),
  )
}

/** Yields parts of the file that consist of whole lines. Only `\n` ends one: cells may contain other separators of lines. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const text of createReadStream(path, 'utf8')) {
    const lines = rest + text
    const end = lines.lastIndexOf('\n') + 1
    if (end > 0) yield lines.slice(0, end)
    rest = lines.slice(end)
  }
}
