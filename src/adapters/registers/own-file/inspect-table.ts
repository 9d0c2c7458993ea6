/** Proposes the mapping of a table from its first rows, and shows what it does to them. */
import { basename } from 'node:path'
import { isBuiltIn, isMappedRegister } from '../../../core/company/precedence.ts'
import { INSPECTED_ROWS, type InspectedTable } from '../../../core/ingest/inspection.ts'
import { readEntry } from '../../../core/ingest/read-entry.ts'
import { DAY_UNKNOWN, REJECT_TEXT_CHARS_MAX, type RejectReason } from '../../../core/ingest/register-entry.ts'
import { fold } from '../../../names/text/fold.ts'
import type { OpenTable } from '../tables/read-table.ts'
import type { TableRow } from '../tables/table.ts'
import type { Mapping } from './mapping.ts'
import { mappingYaml } from './mapping-yaml.ts'
import { entryOfCells, isSelected } from './own-entry.ts'
import type { TableColumn } from './place-columns.ts'
import { type Proposal, proposeMapping } from './propose-mapping.ts'
import { parseMapping } from './read-mapping.ts'
import { shippedMapping } from './shipped-mappings.ts'

/** Proposes a mapping. Reads no more of the table than the first rows. */
export async function inspectTable(path: string, table: OpenTable): Promise<InspectedTable> {
  const rows = await firstRows(table)
  const columns = columnsOf(rows)
  const proposal = proposeMapping(columns)
  const yaml = mappingYaml(
    proposal,
    { ...namesOf(path), rows: rows.length, table, sheets: table.sheets },
    columns,
  )
  const mapping = parseMapping(yaml)
  const read = typeof mapping === 'string' ? NOTHING_READ : readRows(mapping, rows)
  const { unplaced, missing } = proposal
  const shipped = await shippedMapping(columns.map(({ name }) => name))
  const notes = shipped === undefined ? proposal.notes : [...proposal.notes, shippedNote(shipped)]
  return {
    columns: shownColumns(proposal, columns),
    unplaced,
    missing,
    notes,
    mapping: yaml,
    rows: rows.length,
    ...read,
  }
}

function shippedNote(path: string): string {
  return `The columns are those of ${path}, which comes with firmensuche: use that mapping.`
}

async function firstRows({ rows }: OpenTable): Promise<readonly TableRow[]> {
  const first: TableRow[] = []
  for await (const batch of rows) {
    first.push(...batch.slice(0, INSPECTED_ROWS - first.length))
    if (first.length >= INSPECTED_ROWS) break
  }
  return first
}

/** Characters of a value that are looked at: to read a much longer text as a name takes minutes. */
const VALUE_CHARS_MAX = 500

function columnsOf(rows: readonly TableRow[]): readonly TableColumn[] {
  const cells = rows.flatMap((row) => ('cells' in row ? [row.cells] : []))
  const names = new Set(cells.flatMap((row) => Object.keys(row)).filter((name) => name !== ''))
  return [...names].map((name) => ({
    name,
    values: cells.map((row) => (row[name] ?? '').slice(0, VALUE_CHARS_MAX)).filter((text) => text !== ''),
  }))
}

/** Longest id of a source and longest title, in characters. */
const NAME_CHARS_MAX = 64
const NO_NAME = 'own-list'

/** Returns the id and the title of the source that the name of the file suggests. */
function namesOf(path: string): { file: string; source: string; title: string } {
  const file = basename(path)
  const title = file.replace(/(?:\.[a-z0-9]{2,6}){1,2}$/i, '').slice(0, NAME_CHARS_MAX) || NO_NAME
  const source = fold(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_CHARS_MAX)
    .replace(/^-|-$/g, '')
  const isUsable = source.length > 1 && !isBuiltIn(source) && !isMappedRegister(source)
  return { file, title: title.toWellFormed(), source: isUsable ? source : NO_NAME }
}

function shownColumns(proposal: Proposal, all: readonly TableColumn[]): InspectedTable['columns'] {
  const { country, asOf } = proposal
  const columns = { ...proposal.columns, ...(country && { country }), ...(asOf && { as_of: asOf }) }
  const exampleOf = (name: string) => all.find((column) => column.name === name)?.values[0] ?? ''
  return Object.entries(columns).map(([fact, column]) => {
    const names = [column].flat(2) as readonly string[]
    return { fact, columns: names.join(', '), example: names.map(exampleOf).join(', ') }
  })
}

const NOTHING_READ = { companies: [], rejects: [] }

function readRows(
  mapping: Mapping,
  rows: readonly TableRow[],
): Pick<InspectedTable, 'companies' | 'rejects'> {
  const read = rows
    .filter((row) => !('cells' in row) || isSelected(mapping, row.cells))
    .map((row) => ({ row, company: companyOf(mapping, row) }))
  return {
    companies: read.flatMap(({ company }) => (typeof company === 'string' ? [] : [company])),
    rejects: read.flatMap(({ row: { line, text }, company }) =>
      typeof company === 'string'
        ? [{ line, reason: company, text: text.slice(0, REJECT_TEXT_CHARS_MAX) }]
        : [],
    ),
  }
}

function companyOf(mapping: Mapping, row: TableRow): ReturnType<typeof readEntry> {
  if ('fault' in row) return row.fault
  const entry = entryOfCells(mapping, row.cells, DAY_UNKNOWN)
  return typeof entry === 'string' ? (entry satisfies RejectReason) : readEntry(entry)
}
