/** Writes a proposed mapping as YAML with comments. Pure. */
import type { TableFacts } from '../../../core/ingest/file-format.ts'
import type { TableColumn } from './place-columns.ts'
import type { Proposal, ProposedColumns } from './propose-mapping.ts'

/** What the file itself tells. */
export interface ProposedSource {
  readonly file: string
  readonly source: string
  readonly title: string
  readonly rows: number
  readonly table: TableFacts
  /** The names of all sheets of a workbook. */
  readonly sheets: readonly string[]
}

/** Most characters of an example. */
const EXAMPLE_CHARS_MAX = 40

/** Returns the text of the mapping file. */
export function mappingYaml(
  proposal: Proposal,
  about: ProposedSource,
  columns: readonly TableColumn[],
): string {
  const { country, asOf, dates, status, legalForms, unplaced } = proposal
  const lines = [
    comment(`Proposed by firmensuche from the header and ${about.rows} rows of ${about.file}.`),
    '# docs/sources/own-file.md explains every field. Check each line before you import.',
    `source: ${scalar(about.source)} # id of the list: lower-case letters, digits, hyphens`,
    `title: ${scalar(about.title)}`,
    ...tableLines(about),
    ...(country === undefined ? ['country: DE'] : [`country: {column: ${scalar(country)}}`]),
    ...(asOf === undefined
      ? ['as_of: file # the day of the facts: that of the file']
      : [`as_of: {column: ${scalar(asOf)}}`]),
    ...(dates === undefined ? [] : [`dates: ${dates}`]),
    'columns:',
    ...columnLines(proposal, columns),
    ...blockOf('status', status, 'values that are not listed mean "unknown"'),
    ...formLines(legalForms),
    ...(unplaced.length === 0 ? [] : [comment(`Not used: ${unplaced.join(', ')}`)]),
  ]
  return `${lines.join('\n')}\n`
}

function tableLines({ table, sheets }: ProposedSource): readonly string[] {
  if (table.kind === 'csv')
    return [
      comment(
        `Recognised: ${table.encoding}, separator ${JSON.stringify(table.separator)}. \`table\` would fix both.`,
      ),
    ]
  return sheets.length > 1 ? [`table: {sheet: ${scalar(table.sheet)}}`] : []
}

function columnLines({ columns }: Proposal, all: readonly TableColumn[]): readonly string[] {
  const lines = Object.entries(columns).map(([fact, column]) => {
    const example =
      typeof column === 'string' ? all.find(({ name }) => name === column)?.values[0] : undefined
    return `  ${fact}: ${value(column)}${example === undefined ? '' : ` ${comment(shortened(example))}`}`
  })
  return columns.name === undefined
    ? ['  # name: the column with the name of the company is required', ...lines]
    : lines
}

function formLines(legalForms: Readonly<Record<string, string>>): readonly string[] {
  const entries = Object.entries(legalForms)
  if (entries.length === 0) return []
  return [
    'legal_forms: # codes of ISO 20275',
    ...entries.map(([text, code]) => `  ${scalar(text)}: ${scalar(code)}`),
  ]
}

function blockOf(
  field: string,
  lists: Readonly<Record<string, readonly string[]>>,
  explanation: string,
): readonly string[] {
  const entries = Object.entries(lists)
  if (entries.length === 0) return []
  return [`${field}: # ${explanation}`, ...entries.map(([key, texts]) => `  ${scalar(key)}: ${value(texts)}`)]
}

function value(column: ProposedColumns[string]): string {
  if (typeof column === 'string') return scalar(column)
  return `[${column.map((one) => (typeof one === 'string' ? scalar(one) : value(one))).join(', ')}]`
}

/** Texts that YAML reads as texts without quotes, inside lists, too. */
const PLAIN = /^\p{L}[\p{L}\p{N}_.()/-]*(?: [\p{L}\p{N}_.()/-]+)*$/u
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i

function scalar(text: string): string {
  return PLAIN.test(text) && !NO_TEXT.test(text) ? text : JSON.stringify(text)
}

function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()}`
}

function shortened(text: string): string {
  const letters = [...text]
  return letters.length > EXAMPLE_CHARS_MAX ? `${letters.slice(0, EXAMPLE_CHARS_MAX).join('')}…` : text
}
