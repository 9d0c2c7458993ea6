/** Writes the workbook (XLSX) of a matched list. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import writeWorkbook from 'write-excel-file/node'

/** Most characters of a cell; Excel opens no longer ones. */
const CELL_CHARS_MAX = 32_767
const SHEET_NAME = 'firmensuche'

type Cell = string | number | null

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain them
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Writes the rows of a file, each a JSON array of cells, as a workbook. All texts are texts: none is run as a formula. */
export async function writeWorkbookOf(linesPath: string, path: string): Promise<void> {
  const rows: Cell[][] = []
  const lines = createInterface({ input: createReadStream(linesPath), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) rows.push((JSON.parse(line) as Cell[]).map(cellOf))
  await writeWorkbook(rows, { sheet: SHEET_NAME, stickyRowsCount: 1 }).toFile(path)
}

function cellOf(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  if (cell === '') return null
  return cell.toWellFormed().replace(NOT_IN_XML, '').slice(0, CELL_CHARS_MAX)
}
