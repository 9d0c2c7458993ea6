/** Tables as JSON Lines: each line is one object; a field of a nested object is a column `outer.inner`. */
import { type Line, LineSplitter } from '../files/line-splitter.ts'
import { COLUMNS_MAX, type TableRow } from './table.ts'

/** Deepest nesting of objects whose fields are columns. */
const DEPTH_MAX = 5

/** Yields the rows of the lines. */
export async function* jsonlRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly TableRow[]> {
  const splitter = new LineSplitter()
  for await (const chunk of chunks) yield splitter.feed(chunk).map(rowOf)
  yield splitter.end().map(rowOf)
}

function rowOf({ number: line, text, fault }: Line): TableRow {
  if (fault !== undefined) return { line, fault, text }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { line, fault: 'broken_json', text }
  }
  if (!isObject(value)) return { line, fault: 'not_an_object', text }
  const cells: Record<string, string> = Object.create(null)
  addFields(cells, '', value, 0)
  return Object.keys(cells).length > COLUMNS_MAX ? { line, fault: 'field_type', text } : { line, cells, text }
}

/** Adds texts, numbers and truth values; a list is its texts, one a line. */
function addFields(cells: Record<string, string>, prefix: string, value: object, depth: number): void {
  for (const [name, field] of Object.entries(value)) {
    const column = prefix + name
    if (isObject(field)) {
      if (depth < DEPTH_MAX) addFields(cells, `${column}.`, field, depth + 1)
    } else if (Array.isArray(field)) {
      cells[column] = field.filter((one) => typeof one === 'string').join('\n')
    } else if (field !== null) cells[column] = String(field).trim()
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
