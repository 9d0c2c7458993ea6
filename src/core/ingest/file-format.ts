/** The formats of register files by name, and what a file was read as. Pure. */
import { Failure } from '../failure.ts'

/** The names of all formats, as the command line accepts them. */
export const FORMAT_NAMES = [
  'offeneregister',
  'offeneregister-sqlite',
  'offeneregister-2022',
  'announcements-tsv',
  'announcements-json',
  'gleif-csv',
  'gleif-parents-csv',
  'gleif-json',
  'gleif-parents-json',
  'gleif-exceptions',
  'xjustiz-si',
  'table',
] as const
/** One of `FORMAT_NAMES`. */
export type FormatName = (typeof FORMAT_NAMES)[number]

/** How a table is written; '' where it does not apply. */
export interface TableFacts {
  readonly kind: 'csv' | 'jsonl' | 'xlsx'
  readonly encoding: string
  readonly separator: string
  /** The sheet of a workbook that is read. */
  readonly sheet: string
}

/** What a file was read as: recognised by its content, or chosen. */
export interface FileFormat {
  readonly format: FormatName
  /** Only of tables. */
  readonly table?: TableFacts
}

/** A format, and the number of files that were read as it. */
export interface FormatCount extends FileFormat {
  readonly files: number
}

/** Counts the files of each format. */
export class FormatCounts {
  readonly #counts = new Map<string, FormatCount>()

  add(format: FileFormat): void {
    const key = JSON.stringify(format)
    this.#counts.set(key, { ...format, files: (this.#counts.get(key)?.files ?? 0) + 1 })
  }

  list(): readonly FormatCount[] {
    return [...this.#counts.values()]
  }
}

/**
 * Reads the name of a format.
 *
 * @throws {Failure} `invalid_request` for an unknown name, and if the format and the mapping exclude each other.
 */
export function readFormatName(text: string, hasMapping: boolean): FormatName {
  const name = FORMAT_NAMES.find((one) => one === text)
  if (name === undefined) {
    const sentence = `--format: ${JSON.stringify(text)} is not a format. It must be one of ${FORMAT_NAMES.join(', ')}.`
    throw new Failure('invalid_request', sentence)
  }
  if (name === 'table' && !hasMapping)
    throw new Failure('invalid_request', 'A table needs a mapping of its columns: --mapping FILE.')
  if (name !== 'table' && hasMapping)
    throw new Failure('invalid_request', `--mapping is for tables; the format ${name} has none.`)
  return name
}
