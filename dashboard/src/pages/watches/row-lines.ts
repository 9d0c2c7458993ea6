/** Reads pasted text: a company a line, by register number or id, with the client's own reference. */

/** A company as the server takes it. */
export interface NamedRow {
  readonly uuid?: string
  readonly registration_number?: string
  readonly register_court?: string
  readonly ref?: string
}

/** A line that is not blank, with what it names. */
export interface RowLine {
  readonly line: string
  readonly row: NamedRow
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HEADER =
  /^(?:uuid|id|nr\.?|number|nummer|registration[ _]number|register[ _]?number|register[ -]?(?:nummer|nr\.?)|handelsregister\S*|hr-?(?:nummer|nr\.?))$/i

/** Returns the lines in their order, without blank ones and without a header. */
export function rowLines(text: string): readonly RowLine[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const [first = ''] = lines
  const isHeader = lines.length > 1 && HEADER.test(cellsOf(first)[0] ?? '')
  return (isHeader ? lines.slice(1) : lines).map((line) => ({ line, row: rowOf(cellsOf(line)) }))
}

/** `id;reference`, or `number;court;reference`. */
function rowOf([first = '', second = '', third = '']: readonly string[]): NamedRow {
  if (UUID.test(first)) {
    const ref = second || third
    return { uuid: first, ...(ref !== '' && { ref }) }
  }
  return {
    registration_number: first,
    ...(second !== '' && { register_court: second }),
    ...(third !== '' && { ref: third }),
  }
}

/** Splits a line at semicolons or tabs, or else at commas; quotes around a cell are removed. */
function cellsOf(line: string): readonly string[] {
  const separator = [';', '\t'].find((one) => line.includes(one)) ?? ','
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  return [...cells, cell.trim()]
}

/** Reads a file as UTF-8 or, if it is none, as Windows-1252, which spreadsheets write. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
