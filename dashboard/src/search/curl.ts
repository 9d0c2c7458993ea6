/** Formats a search as a curl command. */

import { visibleJson } from '../words/isolated.ts'

/** A variable, so that the secret is not stored in the shell's history. */
const KEY = '"Authorization: Bearer $API_KEY"'

export function curlOf(url: string, body?: Record<string, unknown>): string {
  const lines = [`curl ${quoted(url)}`, `-H ${KEY}`]
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(visibleJson(body))}`)
  return lines.join(' \\\n  ')
}

/** Quotes a text for a shell: inside single quotes only the quote itself is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
