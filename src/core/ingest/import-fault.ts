/** Says why an import failed, and what its reject reasons mean. Pure. */
import { type ImportCounts, isMostlyRejected } from './import-run.ts'
import { REJECT_FILE_BYTES_MAX, type RejectReason } from './register-entry.ts'

/** What the result of an import is judged by. */
type Judged = Pick<ImportCounts, 'rows' | 'rejected'> & {
  readonly reasons: Readonly<Partial<Record<RejectReason, number>>>
  readonly faults: readonly { readonly sentence: string }[]
  readonly notWithdrawn: string
}

/** Most frequent reasons that the sentence explains. */
const EXPLAINED_MAX = 3

/**
 * Returns why an import counts as failed, as sentences; '' if it did not. It fails if a file could not be read, it
 * had no rows, most of its rows were rejected, or what a snapshot does not contain was not withdrawn.
 */
export function importFault(imported: Judged): string {
  if (imported.faults.length > 0) return imported.faults.map(({ sentence }) => sentence).join(' ')
  if (imported.rows === 0) return 'There were no rows.'
  if (!isMostlyRejected(imported)) return imported.notWithdrawn
  const { rows, rejected, reasons } = imported
  const explained = Object.entries(reasons)
    .slice(0, EXPLAINED_MAX)
    .map(([reason, count]) => `${numberText(count)} ${REASONS[reason as RejectReason]} (${reason})`)
  return `${numberText(rejected)} of ${numberText(rows)} rows were rejected: ${explained.join('; ')}.`
}

/** Returns the sentence that the reject file lacks so many of the rejected rows; '' for none. */
export function droppedRejectsText(dropped: number): string {
  if (dropped === 0) return ''
  const rows = dropped === 1 ? 'row is' : 'rows are'
  return `${numberText(dropped)} rejected ${rows} not in the reject file, which has at most ${REJECT_FILE_BYTES_MAX / 2 ** 20} MiB.`
}

function numberText(value: number): string {
  return value.toLocaleString('en')
}

/** Continues "7 rows …". */
const REASONS: Readonly<Record<RejectReason, string>> = {
  broken_json: 'are not valid JSON',
  not_an_object: 'are JSON but no objects',
  not_utf8: 'have bytes that are invalid in the encoding of the file',
  line_too_long: 'are longer than 1 MiB',
  field_type: 'have a field of another type, or more cells than the header',
  name_missing: 'have no name',
  name_too_long: 'have a name of more than 4,000 characters',
  number_missing: 'have neither a register number nor an LEI or id',
  number_unreadable: 'have a register number that cannot be parsed, or an unknown court',
  country_unknown: 'have no country that is known by its code or name',
  lei_invalid: 'have no valid LEI',
  lei_void: 'have an LEI that is annulled or a duplicate',
  natural_person: 'are about natural persons',
  another_company: 'have the number of another company, which is removed',
}
