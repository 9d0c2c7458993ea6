/** Shows what an import would read. */
import { importFault } from '../core/ingest/import-fault.ts'
import { isMostlyRejected } from '../core/ingest/import-run.ts'
import type { Preview, PreviewedWithdrawal } from '../core/ingest/preview-files.ts'
import { tidy } from '../core/ingest/read-entry.ts'
import type { Reject } from '../core/ingest/register-entry.ts'
import { companyJson, companyLines } from './company-lines.ts'
import { counted } from './counted.ts'
import { formatJson, formatLine, reasonsText } from './import-views.ts'
import type { Screen } from './screen.ts'
import { table } from './table.ts'

/** Shows a preview. */
export function reportPreview(screen: Screen, preview: Preview, isJson: boolean): void {
  if (isJson) {
    screen.json(previewJson(preview))
    return
  }
  for (const { message } of preview.faults) screen.message(message)
  const { rows, withdrawal } = preview
  if (isMostlyRejected(preview))
    screen.message(`An import would fail: ${faultOfPreview(withoutFaults(preview))}`)
  if (withdrawal !== undefined && withdrawal.stop !== '') screen.message(withdrawal.stop)
  if (rows === 0) screen.message('Nothing would be imported.')
  else for (const line of previewLines(preview)) screen.line(line)
}

/** Returns why an import would count as failed, as sentences; '' if it would not. */
export function faultOfPreview(preview: Preview): string {
  const faults = preview.faults.map(({ message }) => ({ sentence: message }))
  return importFault({ ...preview, faults, notWithdrawn: preview.withdrawal?.stop ?? '' })
}

function withoutFaults(preview: Preview): Preview {
  return { ...preview, faults: [] }
}

function previewLines(preview: Preview): readonly string[] {
  const { companies, rejects, withdrawal } = preview
  return [
    countsLine(preview),
    ...(withdrawal === undefined ? [] : withdrawalLines(withdrawal)),
    ...preview.formats.map(formatLine),
    ...(companies.length === 0 ? [] : ['', 'The first companies:', ...companyLines(companies)]),
    ...(rejects.length === 0 ? [] : ['', 'The first rejected rows:', ...rejectLines(rejects)]),
  ]
}

function countsLine({ rows, good, rejected, reasons, withdrawal }: Preview): string {
  const why = rejected === 0 ? '' : ` (${reasonsText(reasons)})`
  const what = withdrawal?.which === 'listed' ? 'have an id' : 'would be imported'
  return `${counted(rows, 'row', 'rows')} read: ${good.toLocaleString('en')} ${what}, ${rejected.toLocaleString('en')} rejected${why}. Nothing was stored.`
}

/** With a safety stop the sentence about it has the counts. */
function withdrawalLines({ found, stop }: PreviewedWithdrawal): readonly string[] {
  if (stop !== '') return []
  const stored = found.filter(({ entries }) => entries > 0)
  if (stored.length === 0) return ['No entry would be withdrawn: none of the source is stored.']
  return stored.map(
    (one) =>
      `${one.found.toLocaleString('en')} of the ${counted(one.entries, 'entry', 'entries')} of ${one.source} would be withdrawn.`,
  )
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
  const { rows, good, rejected, reasons, faults, formats, companies, rejects, withdrawal } = preview
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
    withdrawal: withdrawal === undefined ? null : withdrawalJson(withdrawal),
  }
}

function withdrawalJson({ found, stop }: PreviewedWithdrawal) {
  return { sources: found, not_withdrawn: stop === '' ? null : stop }
}
