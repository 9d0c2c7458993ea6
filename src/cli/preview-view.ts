/** Shows what an import would read. */
import { importFault } from '../core/ingest/import-fault.ts'
import { isMostlyRejected } from '../core/ingest/import-run.ts'
import type { Preview } from '../core/ingest/preview-files.ts'
import { tidy } from '../core/ingest/read-entry.ts'
import type { Reject } from '../core/ingest/register-entry.ts'
import { companyJson, companyLines } from './company-lines.ts'
import { counted, formatJson, formatLine, reasonsText } from './import-views.ts'
import type { Screen } from './screen.ts'
import { table } from './table.ts'

/** Shows a preview. */
export function reportPreview(screen: Screen, preview: Preview, isJson: boolean): void {
  if (isJson) {
    screen.json(previewJson(preview))
    return
  }
  for (const { message } of preview.faults) screen.message(message)
  if (isMostlyRejected(preview))
    screen.message(`An import would fail: ${importFault({ ...preview, faults: [], notWithdrawn: '' })}`)
  if (preview.rows === 0) screen.message('Nothing would be imported.')
  else for (const line of previewLines(preview)) screen.line(line)
}

function previewLines(preview: Preview): readonly string[] {
  const { rows, good, rejected, reasons, companies, rejects } = preview
  const why = rejected === 0 ? '' : ` (${reasonsText(reasons)})`
  return [
    `${counted(rows, 'row', 'rows')} read: ${good.toLocaleString('en')} would be imported, ${rejected.toLocaleString('en')} rejected${why}. Nothing was stored.`,
    ...preview.formats.map(formatLine),
    ...(companies.length === 0 ? [] : ['', 'The first companies:', ...companyLines(companies)]),
    ...(rejects.length === 0 ? [] : ['', 'The first rejected rows:', ...rejectLines(rejects)]),
  ]
}

/** Most characters of a rejected row that are shown. */
const REJECT_CHARS_SHOWN = 100

/** Returns rejected rows as aligned lines. */
export function rejectLines(rejects: readonly Pick<Reject, 'line' | 'reason' | 'text'>[]): readonly string[] {
  const rows = rejects.map(({ line, reason, text }) => [
    String(line),
    reason,
    tidy(text).slice(0, REJECT_CHARS_SHOWN).toWellFormed(),
  ])
  return table([['line', 'reason', 'row'], ...rows])
}

function previewJson(preview: Preview) {
  const { rows, good, rejected, reasons, faults, formats, companies, rejects } = preview
  return {
    ...{ step: 'done', dry_run: true, rows, good, rejected },
    mostly_rejected: isMostlyRejected(preview),
    reasons,
    faults: faults.map(({ file, reason, line, byte, message }) => ({
      ...{ file, reason, line, byte },
      sentence: message,
    })),
    formats: formats.map(formatJson),
    companies: companies.map(companyJson),
    rejects,
  }
}
