/** Reads pasted text: a company a line, by register number or id, with the client's own reference. */

/** A company as the server takes it. */
export interface NamedRow {
  readonly uuid?: string
  readonly registration_number?: string
  readonly register_court?: string
  readonly ref?: string
}

/** A line that is not blank, with what it names; `number`: its place in the text, from 1, with all lines counted. */
export interface RowLine {
  readonly number: number
  readonly line: string
  readonly row: NamedRow
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HEADER =
  /^(?:uuid|id|nr\.?|number|nummer|registration[ _]number|register[ _]?number|register[ -]?(?:nummer|nr\.?)|handelsregister\S*|hr-?(?:nummer|nr\.?))$/i

/** Returns the lines in their order, without blank ones and without a header. */
export function rowLines(text: string): readonly RowLine[] {
  const lines = linesOf(text)
  return (hasHeader(lines) ? lines.slice(1) : lines).map(({ number, line }) => ({
    number,
    line,
    row: rowOf(cellsOf(line)),
  }))
}

/** Returns a text with the lines of another one below its own; only the first line of a text can be a header. */
export function withLines(text: string, added: string): string {
  if (text.trim() === '') return added
  const lines = linesOf(added)
  const kept = hasHeader(lines) ? lines.slice(1) : lines
  return [text.trimEnd(), ...kept.map(({ line }) => line)].join('\n')
}

function linesOf(text: string): readonly Omit<RowLine, 'row'>[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line, place) => ({ number: place + 1, line }))
    .filter(({ line }) => line.trim() !== '')
}

function hasHeader([first, ...others]: readonly Omit<RowLine, 'row'>[]): boolean {
  return first !== undefined && others.length > 0 && HEADER.test(cellsOf(first.line)[0] ?? '')
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

/** Splits a line at tabs, or else at semicolons, or else at commas; quotes around a cell are removed. */
function cellsOf(line: string): readonly string[] {
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  // What people write as a reference may contain semicolons and commas, but no tab.
  const separator = ['\t', ';'].find((one) => unquoted.includes(one)) ?? ','
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

/**
 * Reads a file as UTF-16 if it begins so, or as UTF-8, or else as Windows-1252: spreadsheets write all of them.
 * `undefined`: it contains no text, but for example a workbook. Rejects if the browser cannot read it.
 */
export async function textOfFile(file: Blob): Promise<string | undefined> {
  const text = decoded(new Uint8Array(await file.arrayBuffer()))
  return text.includes('\0') ? undefined : text
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
