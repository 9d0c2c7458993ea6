/** Writes the workbook (XLSX) of a matched list. */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { workbookOfLines } from '../../core/matching/workbook.ts'

/** Writes the rows of a file, each a JSON array of cells, as a workbook. */
export async function writeWorkbookOf(linesPath: string, path: string): Promise<void> {
  await pipeline(Readable.from(workbookOfLines(linesOf(linesPath))), createWriteStream(path))
}

/** The file is opened when the first line is asked for: readline drops lines that nobody waits for. */
async function* linesOf(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}
