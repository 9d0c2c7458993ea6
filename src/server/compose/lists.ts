/** Lists of customers: the file that is read, the one that is written, and a server that matches the rows. */
import { extname } from 'node:path'
import { type OpenOutput, openOutputFile, type RunFacts } from '../../adapters/lists/output-file.ts'
import { openOutputStream } from '../../adapters/lists/output-stream.ts'
import { writeWorkbookOf } from '../../adapters/lists/workbook.ts'
import { Failure } from '../../core/failure.ts'
import type { CustomerList } from '../../core/matching/customer-list.ts'
import { cellsFormat, csvFormat, jsonFormat, workbookFault } from '../../core/matching/row-lines.ts'

export { emptyListFolder } from '../../adapters/lists/list-folder.ts'
export type { OpenOutput } from '../../adapters/lists/output-file.ts'
export { openCustomerList } from '../../adapters/registers/customer-list.ts'
export { batchMatcher } from '../../adapters/remote/batch-client.ts'

/** The kinds of files that are written, by the end of their names. */
const KIND_BY_EXTENSION = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.txt': 'tsv',
  '.xlsx': 'xlsx',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
} as const
type OutputKind = (typeof KIND_BY_EXTENSION)[keyof typeof KIND_BY_EXTENSION]

/** Separator in CSV from a workbook or JSON Lines, and the one that a German Excel expects. */
const [COMMA, SEMICOLON, TAB] = [',', ';', '\t']

/** The parts of a plan that decide how the output is written. */
export interface OutputPlan {
  readonly output: string | undefined
  readonly forExcel: boolean
}

/**
 * Returns the kind of the output.
 *
 * @throws {Failure} `invalid_request` for a name without one of the known ends.
 */
export function outputKind(path: string | undefined, inputKind: CustomerList['kind']): OutputKind {
  if (path === undefined) return inputKind === 'jsonl' ? 'jsonl' : 'csv'
  const kinds: Readonly<Record<string, OutputKind>> = KIND_BY_EXTENSION
  const kind = kinds[extname(path).toLowerCase()]
  if (kind !== undefined) return kind
  const known = Object.keys(KIND_BY_EXTENSION).join(', ')
  throw new Failure('invalid_request', `${path}: the name of the output must end in one of ${known}.`)
}

/**
 * Opens the output of a list. `facts`: what its rows are made from.
 *
 * @throws {Failure} as `outputKind` and `openOutputFile`; `invalid_request` for a list that is too long for a
 * workbook.
 */
export function openOutput(
  list: CustomerList,
  { output: path, forExcel }: OutputPlan,
  facts: RunFacts,
): OpenOutput {
  const kind = outputKind(path, list.kind)
  const separator = kind === 'tsv' ? TAB : separatorOf(list, forExcel)
  const format = formatOf(list, kind, separator, forExcel)
  if (path === undefined) return openOutputStream(process.stdout, format)
  const written = { ...facts, 'the format': JSON.stringify([kind, separator, forExcel, format.start]) }
  if (kind !== 'xlsx') return openOutputFile({ path, format, facts: written })
  const fault = workbookFault(list.rowCount)
  if (fault !== undefined) throw new Failure('invalid_request', fault)
  return openOutputFile({ path, format, facts: written, convert: writeWorkbookOf })
}

function separatorOf({ kind, separator }: CustomerList, forExcel: boolean): string {
  if (kind === 'csv') return separator
  return forExcel ? SEMICOLON : COMMA
}

function formatOf(list: CustomerList, kind: OutputKind, separator: string, forExcel: boolean) {
  if (kind === 'jsonl') return jsonFormat(list.header)
  return kind === 'xlsx'
    ? cellsFormat(list.header)
    : csvFormat(list.header, separator, forExcel || list.isForExcel)
}
