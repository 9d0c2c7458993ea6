/** Register announcements as tab-separated values with a header line. */
import type { Row } from '../../../core/ingest/entry-source.ts'
import type { Line } from '../files/line-splitter.ts'
import { type RegisterFormat, rowsOfLines } from '../files/register-format.ts'
import { ANNOUNCEMENTS_NOTICE, type Announcement, entryOfAnnouncement } from './announcement.ts'

/** The column of each field. */
const COLUMNS: Readonly<Record<keyof Announcement, string>> = {
  day: 'announcement_date',
  type: 'type',
  court: 'court',
  formerCourt: 'former_court',
  registerType: 'register_type',
  digits: 'register_number',
  suffix: 'number_suffix',
  name: 'company_name',
  seat: 'seat',
}
const FIELDS = Object.keys(COLUMNS) as readonly (keyof Announcement)[]

/** Announcements as TSV; the header may have the columns in any order, and others, and may lack the type. */
export const ANNOUNCEMENTS_TSV: RegisterFormat = {
  name: 'announcements-tsv',
  notice: ANNOUNCEMENTS_NOTICE,
  recognises: (start) => {
    const header = headerOf(start.split(/\r?\n/, 1)[0] as string)
    return FIELDS.every((field) => field === 'type' || header.includes(COLUMNS[field]))
  },
  rows: (file) => {
    let header: readonly string[] | undefined
    return rowsOfLines(file, (line) => {
      if (header !== undefined) return rowOf(line, header)
      header = headerOf(line.text)
      return undefined
    })
  },
}

function headerOf(line: string): readonly string[] {
  return line.replace(/^\ufeff/, '').split('\t')
}

function rowOf({ number, text, fault }: Line, header: readonly string[]): Row {
  if (fault !== undefined) return { line: number, reason: fault, text }
  const values = text.split('\t')
  if (values.length !== header.length) return { line: number, reason: 'field_type', text }
  const textOf = (field: keyof Announcement) => (values[header.indexOf(COLUMNS[field])] ?? '').trim()
  const fields = Object.fromEntries(FIELDS.map((field) => [field, textOf(field)]))
  const entry = entryOfAnnouncement(fields as unknown as Announcement)
  return typeof entry === 'string' ? { line: number, reason: entry, text } : { line: number, entry, text }
}
