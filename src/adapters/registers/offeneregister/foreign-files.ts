/** Recognises files without any register entry. */
import type { Row } from '../../../core/ingest/entry-source.ts'
import type { RejectReason } from '../../../core/ingest/register-entry.ts'
import { fileFault } from '../files/file-faults.ts'

/** Number of first lines after which a file without any JSON object among them is refused as another format. */
const LINES_TO_KNOW_A_FORMAT = 100

/** Faults of lines that do not look like a register entry at all. */
const FOREIGN: ReadonlySet<RejectReason> = new Set([
  'broken_json',
  'not_an_object',
  'not_utf8',
  'line_too_long',
])

/**
 * Returns a check that returns whether the file has entries, and throws as soon as it is certain that it has none: because
 * none of its first lines is an object, because it is one JSON list, or because it is empty.
 */
export function foreignFileCheck(path: string): (rows: readonly Row[], isEnd: boolean) => boolean {
  let seen = 0
  let isKnown = false
  return (rows, isEnd) => {
    if (isKnown) return true
    // One JSON list over the whole file has lines that are objects with a trailing comma, except the last.
    const isList = seen === 0 && rows[0]?.text.startsWith('[')
    seen += rows.length
    isKnown = !isList && rows.some((row) => !('reason' in row && FOREIGN.has(row.reason)))
    if (isKnown || (!isList && !isEnd && seen < LINES_TO_KNOW_A_FORMAT)) return isKnown
    throw fileFault(path, seen === 0 ? 'empty' : 'unknown_format')
  }
}
