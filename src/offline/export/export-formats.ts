/** How a company is written in each format of an export. */
import type { Company } from '../../core/company/company.ts'
import type { SourceSet } from '../../core/company/company-store.ts'
import type { ExportFormat } from '../../core/company/export-format.ts'
import { csvLine } from '../../core/csv-line.ts'
import { detailWire, listRowWire } from '../../http/api/company-wire.ts'
import { ftmEntities } from './ftm-entities.ts'

/** One format. */
export interface ExportWriter {
  /** The text before the first company. */
  readonly head: string
  /** Returns the lines of a company, each with its end of line. */
  linesOf(company: Company, sets: readonly SourceSet[]): string
}

type Detail = ReturnType<typeof detailWire>

/** Between the values of a cell that has several. */
const SEPARATOR = ' | '

/** The columns of CSV after those of the list. */
const FURTHER_COLUMNS: Readonly<Record<string, (company: Detail) => string>> = {
  euid: ({ euid }) => euid,
  lei: ({ lei }) => lei ?? '',
  court_code: ({ court_code: code }) => code,
  registered_on: ({ registered_on: date }) => date ?? '',
  address: ({ address }) => address?.text ?? '',
  postcode: ({ address }) => address?.postcode ?? '',
  former_names: ({ former_names: names }) => joined(names.map(({ name }) => name)),
  other_names: ({ other_names: names }) => joined(names.map(({ name }) => name)),
  former_numbers: ({ former_numbers: numbers }) =>
    joined(
      numbers.map(({ registration_number: number, register_court: court }) => `${court} ${number}`.trim()),
    ),
  sources: ({ sources }) => joined(sources.map(({ source, as_of: asOf }) => `${source} ${asOf}`)),
  licences: ({ sources }) =>
    joined(sources.map(({ licence, attribution }) => [licence, attribution].filter(Boolean).join(', '))),
}

const LIST_COLUMNS = [
  'uuid',
  'name',
  'registration_number',
  'status',
  'legal_form',
  'register_court',
  'seat',
  'country',
  'updated_at',
] as const satisfies readonly (keyof ReturnType<typeof listRowWire>)[]

/** All formats. */
export const EXPORT_WRITERS: Readonly<Record<ExportFormat, ExportWriter>> = {
  ndjson: {
    head: '',
    linesOf: (company, sets) => `${JSON.stringify(detailWire(company, sets))}\n`,
  },
  csv: {
    head: csvLine([...LIST_COLUMNS, ...Object.keys(FURTHER_COLUMNS)]),
    linesOf(company, sets) {
      const row = listRowWire(company)
      const detail = detailWire(company, sets)
      const further = Object.values(FURTHER_COLUMNS).map((read) => read(detail))
      return csvLine([...LIST_COLUMNS.map((column) => row[column]), ...further])
    },
  },
  ftm: {
    head: '',
    linesOf: (company, sets) =>
      ftmEntities(detailWire(company, sets), sets)
        .map((entity) => `${JSON.stringify(entity)}\n`)
        .join(''),
  },
}

/** Returns the values as the text of one cell, each once. */
function joined(values: readonly string[]): string {
  return [...new Set(values)].join(SEPARATOR)
}
