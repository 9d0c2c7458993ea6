/** Tables as JSON Lines: each line is one object; a field of a nested object is a column `outer.inner`. */
import { type Line, LineSplitter } from '../files/line-splitter.ts'
import { type Cells, ColumnCount, type TableRow } from './table.ts'

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
  const cells = cellsOf(value)
  return cells === undefined ? { line, fault: 'field_type', text } : { line, cells, text }
}

/**
 * Returns the texts, numbers and truth values of an object; a list is its texts, one a line. `undefined` if there are too many: the
 * name of an outer object may be that of a hundred thousand columns, too.
 */
function cellsOf(object: object): Cells | undefined {
  const cells: Record<string, string> = Object.create(null)
  const count = new ColumnCount()
  const add = (prefix: string, value: object, depth: number): boolean =>
    Object.entries(value).every(([name, field]) => {
      const column = prefix + name
      if (isObject(field)) return depth === DEPTH_MAX || add(`${column}.`, field, depth + 1)
      if (field === null) return true
      cells[column] = textOf(field)
      return count.add(column)
    })
  return add('', object, 0) ? cells : undefined
}

function textOf(field: unknown): string {
  return Array.isArray(field)
    ? field.filter((one) => typeof one === 'string').join('\n')
    : String(field).trim()
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
