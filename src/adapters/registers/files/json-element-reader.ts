/** Reads files that are one JSON document with a list of objects. */
import type { Row } from '../../../core/ingest/entry-source.ts'
import { JsonElementSplitter } from './json-elements.ts'
import type { Line } from './line-splitter.ts'
import type { FormatFile } from './register-format.ts'

/** Yields the rows of such a file. `rowOf` returns `undefined` for an object without a row. */
export async function* rowsOfElements(
  { chunks }: FormatFile,
  rowOf: (line: number, element: object) => Row | undefined,
): AsyncGenerator<readonly Row[]> {
  const splitter = new JsonElementSplitter()
  const rowsOf = (elements: readonly Line[]) =>
    elements.map((element) => readElement(element, rowOf)).filter((row) => row !== undefined)
  for await (const chunk of chunks) yield rowsOf(splitter.feed(chunk))
  yield rowsOf(splitter.end())
}

function readElement(
  { number, text, fault }: Line,
  rowOf: (line: number, element: object) => Row | undefined,
): Row | undefined {
  if (fault !== undefined) return { line: number, reason: fault, text }
  let element: unknown
  try {
    element = JSON.parse(text)
  } catch {
    return { line: number, reason: 'broken_json', text }
  }
  const isObject = typeof element === 'object' && element !== null && !Array.isArray(element)
  return isObject ? rowOf(number, element as object) : { line: number, reason: 'not_an_object', text }
}
