/**
 * Register announcements as JSON (https://github.com/coezbek/registerbekanntmachungen): a list of objects, or an object
 * whose `announcements` are one. The texts `original_text` and `details` name people and are never read.
 */
import type { Row } from '../../../core/ingest/entry-source.ts'
import type { RejectReason } from '../../../core/ingest/register-entry.ts'
import { JsonElementSplitter } from '../files/json-elements.ts'
import type { Line } from '../files/line-splitter.ts'
import type { FormatFile, RegisterFormat } from '../files/register-format.ts'
import { ANNOUNCEMENTS_NOTICE, type Announcement, entryOfAnnouncement } from './announcement.ts'

/** Announcements as JSON, of one day or of many. */
export const ANNOUNCEMENTS_JSON: RegisterFormat = {
  name: 'announcements-json',
  notice: ANNOUNCEMENTS_NOTICE,
  mayBeEmpty: true,
  // JSON Lines of other sources may have the field `amtsgericht`, too, but do not begin with a list.
  recognises: (start) => /^\ufeff?\s*(?:\{.*"announcements"\s*:\s*\[|\[.*"amtsgericht"\s*:\s*")/s.test(start),
  rows: readRows,
}

async function* readRows({ chunks }: FormatFile): AsyncGenerator<readonly Row[]> {
  const splitter = new JsonElementSplitter()
  for await (const chunk of chunks) yield splitter.feed(chunk).map(rowOf)
  yield splitter.end().map(rowOf)
}

function rowOf({ number: line, text, fault }: Line): Row {
  if (fault !== undefined) return { line, reason: fault, text: withoutTexts(text) }
  const announcement = announcementOf(text)
  const entry = typeof announcement === 'string' ? announcement : entryOfAnnouncement(announcement)
  return typeof entry === 'string'
    ? { line, reason: entry, text: withoutTexts(text) }
    : { line, entry, text: '' }
}

/** Returns the start of a rejected element up to its first text field, as these name people. */
function withoutTexts(element: string): string {
  const found = element.search(/"(?:original_text|details)"/)
  return found < 0 ? element : `${element.slice(0, found)}…`
}

/** The field of the source for each field; the number is one text, for example `HRB 42243 B`. */
const FIELDS = {
  day: 'date',
  type: 'type',
  court: 'amtsgericht',
  formerCourt: 'former_amtsgericht',
  number: 'registernummer',
  name: 'company_name',
  seat: 'company_seat',
} as const

const NUMBER = /^(\p{L}+) ?(\d+)(?: ?(\p{L}{1,4}))?$/u

function announcementOf(text: string): Announcement | RejectReason {
  const value = parsed(text)
  if (value === undefined) return 'broken_json'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not_an_object'
  const fields = fieldsOf(value as Readonly<Record<string, unknown>>)
  if (fields === undefined) return 'field_type'
  const { number, ...rest } = fields
  if (number === '') return { ...rest, registerType: '', digits: '', suffix: '' }
  const [, registerType, digits, suffix = ''] = NUMBER.exec(number) ?? []
  if (registerType === undefined || digits === undefined) return 'number_unreadable'
  return { ...rest, registerType, digits, suffix }
}

/** Returns the texts of the fields, '' where there is none; `undefined` if one has another type. */
function fieldsOf(value: Readonly<Record<string, unknown>>): Record<keyof typeof FIELDS, string> | undefined {
  const fields = Object.entries(FIELDS).map(([field, key]) => [field, value[key] ?? ''] as const)
  if (fields.some(([, text]) => typeof text !== 'string')) return undefined
  return Object.fromEntries(fields.map(([field, text]) => [field, (text as string).trim()])) as never
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
