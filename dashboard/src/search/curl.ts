/** A question as people type it into a shell. */

import { visibleJson } from '../words/isolated.ts'

/** The key comes from a variable, so that it stands in no history. */
const KEY = '"Authorization: Bearer $API_KEY"'

export function curlOf(url: string, body?: Record<string, unknown>): string {
  const lines = [`curl ${quoted(url)}`, `-H ${KEY}`]
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(visibleJson(body))}`)
  return lines.join(' \\\n  ')
}

/** In single quotes nothing means anything to a shell but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
